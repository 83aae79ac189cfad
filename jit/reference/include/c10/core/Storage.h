// c10::Storage: shared bytes on one device. A meta storage has a size and no bytes.
#pragma once

#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>

#include <vector>

namespace c10 {

class StorageImpl : public intrusive_ptr_target {
 public:
  StorageImpl(std::size_t nbytes, Device device) : device_(device), nbytes_(nbytes) {
    if (!device.is_meta()) {
      bytes_.resize(nbytes);
    }
  }
  Device device() const { return device_; }
  std::size_t nbytes() const { return nbytes_; }
  void* mutable_data() { return bytes_.data(); }
  // Keeps the content and adds zeros.
  void resize(std::size_t nbytes) {
    nbytes_ = nbytes;
    if (!device_.is_meta()) {
      bytes_.resize(nbytes);
    }
  }

 private:
  Device device_;
  std::size_t nbytes_;
  std::vector<unsigned char> bytes_;
};

class Storage {
 public:
  Storage() = default;
  explicit Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}
  static Storage create(std::size_t nbytes, Device device) {
    return Storage(intrusive_ptr<StorageImpl>(new StorageImpl(nbytes, device)));
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
