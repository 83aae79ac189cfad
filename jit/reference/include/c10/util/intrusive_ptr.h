// c10::intrusive_ptr: a shared pointer whose count is in the object. Objects are made by
// make_intrusive, which notes how to destroy them: a virtual destructor would have the JIT compile
// every class's functions as soon as its header is read.
#pragma once

#include <c10/macros/Macros.h>

#include <atomic>
#include <cstddef>
#include <utility>

namespace c10 {

class intrusive_ptr_target {
 public:
  intrusive_ptr_target() = default;
  intrusive_ptr_target(const intrusive_ptr_target&) {}
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) { return *this; }

 private:
  friend class intrusive_handle;
  template <class T, class... Args>
  friend auto make_intrusive(Args&&... args);
  std::atomic<std::size_t> count_{0};
  void (*destroy_)(intrusive_ptr_target*) = nullptr;
};

// The counting, once for all types.
class intrusive_handle {
 public:
  intrusive_handle() = default;
  explicit intrusive_handle(intrusive_ptr_target* target) : target_(target) { retain(); }
  intrusive_handle(const intrusive_handle& other) : target_(other.target_) { retain(); }
  intrusive_handle(intrusive_handle&& other) noexcept : target_(other.target_) {
    other.target_ = nullptr;
  }
  intrusive_handle& operator=(intrusive_handle other) noexcept {
    intrusive_ptr_target* const target = target_;
    target_ = other.target_;
    other.target_ = target;
    return *this;
  }
  ~intrusive_handle() {
    if (target_ != nullptr && --target_->count_ == 0) {
      target_->destroy_(target_);
    }
  }
  std::size_t use_count() const { return target_ == nullptr ? 0 : target_->count_.load(); }
  explicit operator bool() const { return target_ != nullptr; }
  bool operator==(const intrusive_handle& other) const { return target_ == other.target_; }
  bool operator!=(const intrusive_handle& other) const { return target_ != other.target_; }
  bool operator==(std::nullptr_t) const { return target_ == nullptr; }
  bool operator!=(std::nullptr_t) const { return target_ != nullptr; }

 protected:
  intrusive_ptr_target* target_ = nullptr;

 private:
  void retain() {
    if (target_ != nullptr) {
      ++target_->count_;
    }
  }
};

template <class T>
class intrusive_ptr : public intrusive_handle {
 public:
  intrusive_ptr() = default;
  intrusive_ptr(std::nullptr_t) {}
  // Shares an object that make_intrusive made.
  explicit intrusive_ptr(T* object) : intrusive_handle(object) {}
  template <class U>
  intrusive_ptr(const intrusive_ptr<U>& other) : intrusive_ptr(static_cast<T*>(other.get())) {}
  T* get() const { return static_cast<T*>(target_); }
  T* operator->() const { return get(); }
  T& operator*() const { return *get(); }
  void reset() { *this = intrusive_ptr(); }
};

template <class T, class... Args>
auto make_intrusive(Args&&... args) {
  T* const object = new T(std::forward<Args>(args)...);
  static_cast<intrusive_ptr_target*>(object)->destroy_ = [](intrusive_ptr_target* target) {
    delete static_cast<T*>(target);
  };
  return intrusive_ptr<T>(object);
}

} // namespace c10
