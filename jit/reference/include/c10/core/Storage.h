// c10::Storage: shared bytes on one device. A meta storage has a size and no bytes.
#pragma once

#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>

#include <cstdlib>
#include <cstring>

namespace c10 {

class StorageImpl : public intrusive_ptr_target {
 public:
  explicit StorageImpl(Device device) : device_(device) {}
  StorageImpl(const StorageImpl&) = delete;
  StorageImpl& operator=(const StorageImpl&) = delete;
  ~StorageImpl() { std::free(bytes_); }
  Device device() const { return device_; }
  std::size_t nbytes() const { return nbytes_; }
  void* mutable_data() { return bytes_; }
  // Keeps the content and adds zeros.
  void resize(std::size_t nbytes) {
    if (!device_.is_meta()) {
      bytes_ = static_cast<char*>(std::realloc(bytes_, nbytes + 1));
      if (nbytes > nbytes_) {
        std::memset(bytes_ + nbytes_, 0, nbytes - nbytes_);
      }
    }
    nbytes_ = nbytes;
  }

 private:
  Device device_;
  std::size_t nbytes_ = 0;
  char* bytes_ = nullptr;
};

class Storage {
 public:
  Storage() = default;
  explicit Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}
  static Storage create(std::size_t nbytes, Device device) {
    Storage storage(make_intrusive<StorageImpl>(device));
    storage.impl_->resize(nbytes);
    return storage;
  }
  explicit operator bool() const { return static_cast<bool>(impl_); }
  StorageImpl* unsafeGetStorageImpl() const { return impl_.get(); }
  Device device() const { return impl_->device(); }
  std::size_t nbytes() const { return impl_->nbytes(); }
  const void* data() const { return impl_->mutable_data(); }
  void* mutable_data() const { return impl_->mutable_data(); }
  bool is_alias_of(const Storage& other) const { return impl_ == other.impl_; }
  std::size_t use_count() const { return impl_.use_count(); }

 private:
  intrusive_ptr<StorageImpl> impl_;
};

} // namespace c10

namespace at {
using c10::Storage;
}
