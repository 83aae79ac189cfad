"""Which words may name things: in the schema language and in C++."""

from __future__ import annotations

import re

# [lex.key] of C++20 and its alternative tokens [lex.digraph]; later versions add none that
# a C++17 or C++20 compiler would refuse.
_CPP_KEYWORDS = """
    alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new noexcept nullptr operator private protected
    public register reinterpret_cast requires return short signed sizeof static static_assert
    static_cast struct switch template this thread_local throw true try typedef typeid typename
    union unsigned using virtual void volatile wchar_t while
    and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq
"""
CPP_KEYWORDS = frozenset(_CPP_KEYWORDS.split())

# Macros of the C and POSIX headers that ATen's and ExecuTorch's headers include, and those that
# compilers predefine: the preprocessor would put something else in the name's place.
_MACROS = """
    BUFSIZ CHAR_BIT CLOCKS_PER_SEC EOF EXIT_FAILURE EXIT_SUCCESS FILENAME_MAX FOPEN_MAX HUGE_VAL
    HUGE_VALF HUGE_VALL INFINITY L_tmpnam MAXFLOAT MB_CUR_MAX MB_LEN_MAX NAN NULL RAND_MAX SEEK_CUR
    SEEK_END SEEK_SET SIZE_MAX SSIZE_MAX TMP_MAX WEOF NAME_MAX PATH_MAX PIPE_BUF BIG_ENDIAN
    LITTLE_ENDIAN BYTE_ORDER F_OK R_OK W_OK X_OK STDIN_FILENO STDOUT_FILENO STDERR_FILENO P_tmpdir
    EACCES EAGAIN EBADF EBUSY ECHILD EDOM EEXIST EFAULT EFBIG EILSEQ EINTR EINVAL EIO EISDIR EMFILE
    EMLINK ENFILE ENODEV ENOENT ENOEXEC ENOMEM ENOSPC ENOSYS ENOTDIR ENOTEMPTY ENOTTY ENXIO EPERM
    EPIPE ERANGE EROFS ESPIPE ESRCH ETIME EXDEV
    alloca assert errno linux math_errhandling offsetof setjmp stderr stdin stdout unix va_arg
    va_copy va_end va_start
"""
CPP_MACROS = frozenset(_MACROS.split())

# Families of them: limits of types, and constants of <cmath>.
_MACRO_FAMILIES = re.compile(
    r"""
    (?: S?CHAR | SHRT | INT | LONG | LLONG | LONG_LONG | PTRDIFF | WCHAR | WINT | SIG_ATOMIC
      | INTMAX | INTPTR | INT(?:_FAST|_LEAST)?(?:8|16|32|64) )_M(?:IN|AX)
  | U(?: CHAR | SHRT | INT | LONG | LLONG | INTMAX | INTPTR | INT(?:_FAST|_LEAST)?(?:8|16|32|64)
      )_MAX
  | U?INT(?:8|16|32|64|MAX)_C
  | (?: FLT | DBL | LDBL )_(?: DECIMAL_DIG | DIG | EPSILON | HAS_SUBNORM | MANT_DIG | MAX | MIN
      | (?:MAX|MIN)_(?:10_)?EXP | TRUE_MIN )
  | FLT_(?: RADIX | ROUNDS | EVAL_METHOD )
  | FP_(?: INFINITE | NAN | NORMAL | SUBNORMAL | ZERO | ILOGB0 | ILOGBNAN )
  | M_(?: 1_PI | 2_PI | 2_SQRTPI | E | LN10 | LN2 | LOG10E | LOG2E | PI | PI_2 | PI_4 | SQRT1_2
      | SQRT2 )
    """,
    re.VERBOSE,
)

# Words that the dispatcher's lexer (torch/csrc/jit/frontend/lexer.h) never reads as a name.
_SCHEMA_RESERVED = """
    def if else elif while return is True False None and or not global for in raise assert
    break continue del pass class import with as Ellipsis NoneType
"""
SCHEMA_RESERVED = frozenset(_SCHEMA_RESERVED.split())

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def is_identifier(text: str) -> bool:
    """Whether the text is one identifier of ASCII letters, digits and ``_`` (keyword or not)."""
    return _IDENTIFIER.fullmatch(text) is not None


def taken_in_cpp(text: str) -> str | None:
    """What C++ takes the identifier for, or None where it can be a name."""
    if text in CPP_KEYWORDS:
        return "a keyword of C++"
    if text in CPP_MACROS or _MACRO_FAMILIES.fullmatch(text):
        return "a macro of the C and C++ headers"
    return None


def why_not_cpp_name(text: str) -> str | None:
    """Why the text cannot be one name in C++, or None if it can."""
    if not is_identifier(text):
        return "is not an identifier (letters, digits and _, not starting with a digit)"
    taken = taken_in_cpp(text)
    return None if taken is None else f"is {taken}"
