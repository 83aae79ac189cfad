"""Names of templates applied to arguments."""

from __future__ import annotations

import attrs

from dispatchless.cppast import QualifiedName, TemplateArgument, TemplateName


def with_arguments(template: QualifiedName, *arguments: TemplateArgument) -> QualifiedName:
    """The template `template` applied to `arguments`; headers stay those of the template."""
    *scopes, last = template.parts
    assert isinstance(last, str), "the name has template arguments already"
    return attrs.evolve(template, parts=(*scopes, TemplateName(last, arguments)))
