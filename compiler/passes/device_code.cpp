// SPDX-License-Identifier: MIT
#include "compiler/passes/device_code.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/passes/hip_halves.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/text_places.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

std::string type_text(const Type& type) {
    std::string text;
    raw_string_ostream(text) << type;
    return text;
}

// One file of device code, for the source that names it.
class device_file {
  public:
    device_file(Module& m, std::string path) : m_(m), path_(std::move(path)) {}

    bool add(retarget_for target, bool keeps_places) {
        const std::unique_ptr<Module> from = read();
        if (!from) return false;
        if (!keeps_places) StripDebugInfo(*from);
        const retargeted made = retarget(*from, m_, target);
        std::string names;
        bool some = false;
        for (const retargeted::kernel& k : made.kernels) {
            names += (names.empty() ? "" : ", ") + k.name;
            Function* const declared = m_.getFunction(k.name);
            if (!declared || declared == k.made || !declared->isDeclaration()) continue;
            some = true;
            give_body(*declared, k, made.lanes);
        }
        if (!some)
            return fail("has the kernels " + names +
                        ", of which the source declares and launches none. Declare extern \"C\" "
                        "__global__ void NAME(parameters); and launch it.");
        for (const annotation& mark : marks_of(m_))
            if (auto* const v = dyn_cast<GlobalVariable>(mark.marked);
                v && mark.text == "tileproof_device_lanes" && made.lanes)
                v->setInitializer(ConstantInt::get(v->getValueType(), made.lanes));
        return true;
    }

  private:
    bool fail(const Twine& what) {
        m_.getContext().emitError(path_ + " " + what);
        return false;
    }

    std::unique_ptr<Module> read() {
        auto file = MemoryBuffer::getFile(path_);
        if (!file) return fail("cannot be read: " + file.getError().message() + "."), nullptr;
        std::string text = (*file)->getBuffer().str();
        const bool is_text =
            !isBitcode(reinterpret_cast<const unsigned char*>(text.data()),
                       reinterpret_cast<const unsigned char*>(text.data()) + text.size());
        SMDiagnostic error;
        m_.getContext().setDiscardValueNames(false);  // the parser needs them
        for (;;) {
            auto made = parseIR(MemoryBufferRef(text, path_), error, m_.getContext());
            if (made && is_text) place_at_lines(*made, text, path_);
            if (made) return made;
            if (!is_text || error.getLineNo() < 1 ||
                !remove_newer_word(text, static_cast<unsigned>(error.getLineNo()),
                                   static_cast<unsigned>(std::max(error.getColumnNo(), 0))))
                break;
        }
        fail("cannot be read by LLVM " LLVM_VERSION_STRING ": line " + Twine(error.getLineNo()) +
             ": " + error.getMessage() + ".");
        return nullptr;
    }

    // The declaration gets the kernel's body, with each parameter as the kernel has it.
    void give_body(Function& declared, const retargeted::kernel& k, unsigned lanes) {
        Function& from = *k.made;
        std::string types;
        for (const Argument& a : from.args())
            types += (types.empty() ? "" : ", ") + type_text(*of_parameter(k, a));
        declared.setAttributes(AttributeList::get(m_.getContext(),
                                                  from.getAttributes().getFnAttrs(), {},
                                                  parameter_attributes(declared)));
        declared.setSubprogram(nullptr);
        declared.splice(declared.end(), &from);
        declared.setSubprogram(from.getSubprogram());
        from.setSubprogram(nullptr);
        at_.SetInsertPoint(&declared.getEntryBlock(), declared.getEntryBlock().begin());
        unsigned next = 0;
        for (Argument& a : from.args()) {
            Value* const given = argument(declared, next, k, a);
            if (!given) break;
            a.replaceAllUsesWith(given);
        }
        if (next != declared.arg_size() || !taken_) {
            fail("has " + Twine(k.name) +
                 " with other parameters than the source declares: they are (" + types + ").");
            for (Argument& a : from.args()) a.replaceAllUsesWith(PoisonValue::get(a.getType()));
        }
        from.replaceAllUsesWith(&declared);
        from.eraseFromParent();
        declared.setLinkage(GlobalValue::InternalLinkage);
        declared.setVisibility(GlobalValue::DefaultVisibility);
        declared.setDSOLocal(true);
        require_lanes(declared, lanes);
        require_threads(declared, k);
        if (!is_contained(kernels_of(m_), &declared))
            add_mark(declared, "tileproof_kernel", path_, 0);
    }

    static Type* of_parameter(const retargeted::kernel& k, const Argument& a) {
        Type* const pointed = k.as_given.getParamByRefType(a.getArgNo());
        return pointed ? pointed : a.getType();
    }

    // Only what says how they are passed.
    SmallVector<AttributeSet> parameter_attributes(const Function& f) {
        SmallVector<AttributeSet> all;
        for (const Argument& a : f.args()) {
            AttrBuilder kept(m_.getContext());
            if (a.hasByValAttr())
                kept.addByValAttr(a.getParamByValType()).addAlignmentAttr(a.getParamAlign());
            if (a.hasZExtAttr()) kept.addAttribute(Attribute::ZExt);
            if (a.hasSExtAttr()) kept.addAttribute(Attribute::SExt);
            all.push_back(AttributeSet::get(m_.getContext(), kept));
        }
        return all;
    }

    // Structs come in memory, or in up to two registers of 8 bytes each.
    Value* argument(Function& declared, unsigned& next, const retargeted::kernel& k,
                    const Argument& a) {
        Type* const type = of_parameter(k, a);
        const bool in_memory = type != a.getType();
        const std::uint64_t bytes = m_.getDataLayout().getTypeStoreSize(type);
        taken_ = false;
        if (next == declared.arg_size()) return nullptr;
        Argument* const first = declared.getArg(next);
        Value* memory = nullptr;
        if (first->hasByValAttr()) {
            ++next;
            taken_ = m_.getDataLayout().getTypeStoreSize(first->getParamByValType()) >= bytes;
            memory = first;
        } else if (!in_memory && first->getType() == type) {
            ++next;
            taken_ = true;
            if (!type->isPointerTy()) return first;
            // As clang passes one: it is no class that the caller keeps (kernel_part.cpp).
            memory = at_.CreateAlloca(type);
            at_.CreateStore(first, memory);
            return at_.CreateLoad(type, memory);
        } else {
            memory = at_.CreateAlloca(at_.getInt8Ty(), at_.getInt64(alignTo(bytes, 16)));
            cast<AllocaInst>(memory)->setAlignment(Align(16));
            const bool one = !type->isAggregateType() && !type->isVectorTy();
            std::uint64_t done = 0;
            for (; done < bytes && next < declared.arg_size() && !(one && done); ++next) {
                Argument* const part = declared.getArg(next);
                const std::uint64_t size = m_.getDataLayout().getTypeStoreSize(part->getType());
                if (one && size != bytes) return nullptr;
                at_.CreateStore(part, at_.CreateConstGEP1_64(at_.getInt8Ty(), memory, done));
                done += alignTo(size, 8);
            }
            taken_ = done >= bytes;
        }
        return in_memory ? memory : at_.CreateAlignedLoad(type, memory, Align(1));
    }

    // A wave of another size is an error where lanes exchange values.
    void require_lanes(Function& f, unsigned lanes) {
        Function* const check = m_.getFunction("tileproof_device_wave");
        if (!lanes || !check) return;
        for (Instruction& i : instructions(f)) {
            const auto* const call = dyn_cast<CallBase>(&i);
            const Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || !callee->getName().starts_with("tileproof_amdgcn_") ||
                !waiting().may_wait(*callee))
                continue;
            at_.SetInsertPoint(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
            at_.SetCurrentDebugLocation(i.getDebugLoc());
            at_.CreateCall(check, {at_.getInt32(lanes), call->getArgOperand(call->arg_size() - 3),
                                   call->getArgOperand(call->arg_size() - 2), at_.getInt32(0)});
            return;
        }
    }

    // A launch with more threads than the code is made for is refused by a GPU.
    void require_threads(Function& f, const retargeted::kernel& k) {
        unsigned most = 0;
        const StringRef sizes =
            k.as_given.getFnAttr("amdgpu-flat-work-group-size").getValueAsString();  // "1,256"
        Function* const check = m_.getFunction("tileproof_device_threads");
        if (sizes.split(',').second.getAsInteger(10, most) || !check) return;
        DISubprogram* const in = f.getSubprogram();
        at_.SetInsertPoint(&f.getEntryBlock(), f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
        at_.SetCurrentDebugLocation(
            DebugLoc(in ? DILocation::get(m_.getContext(), in->getLine(), 0, in) : nullptr));
        at_.CreateCall(
            check, {at_.getInt32(most), at_.CreateGlobalStringPtr(in ? in->getFilename() : path_),
                    at_.getInt32(in ? in->getLine() : 0), at_.getInt32(0)});
    }

    Module& m_;
    const std::string path_;
    IRBuilder<> at_{m_.getContext()};
    bool taken_ = true;
};

}  // namespace

void remove_unused(Module& m) {
    const auto of_runtime = [](const Function& f) {
        return f.getName().starts_with("tileproof_amdgcn_") ||
               f.getName().starts_with("tileproof_device_") ||
               f.getName().starts_with("__ockl_get_") || f.getName() == "__atomic_work_item_fence";
    };
    removeFromUsedLists(m, [&](Constant* c) {
        const auto* const f = dyn_cast<Function>(c->stripPointerCasts());
        return f && of_runtime(*f);
    });
    waiting waits;
    for (Function& f : m) {
        if (!of_runtime(f) || f.isDeclaration()) continue;
        f.setLinkage(GlobalValue::InternalLinkage);
        f.setVisibility(GlobalValue::DefaultVisibility);
        f.setComdat(nullptr);
        // Lanes exchange values, not memory: a kernel may have thousands of these calls.
        if (waits.may_wait(f) && !f.getName().contains("_lds") &&
            !f.getName().contains("barrier")) {
            f.addFnAttr(Attribute::NoInline);
            f.addFnAttr(Attribute::DisableSanitizerInstrumentation);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (Function& f : make_early_inc_range(m))
            if ((f.hasInternalLinkage() || f.isDeclaration()) && f.use_empty()) {
                f.eraseFromParent();
                changed = true;
            }
    }
}

PreservedAnalyses device_code::run(Module& m, ModuleAnalysisManager& analyses) {
    bool some = false;
    for (const annotation& mark : marks_of(m)) {
        StringRef name = mark.text;
        if (!name.consume_front("tileproof_device_code:")) continue;
        SmallString<128> path = name;
        if (sys::path::is_relative(path)) {
            path = sys::path::parent_path(mark.file.empty() ? m.getModuleIdentifier() : mark.file);
            sys::path::append(path, name);
        }
        if (!device_file(m, path.str().str()).add(target_, keeps_places_)) break;
        some = true;
    }
    if (some && target_ == retarget_for::cpu) AlwaysInlinerPass(false).run(m, analyses);
    if (some) {
        tell_shared_variables(m);
        remove_unused(m);
    }
    return some ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace tileproof::passes
