// SPDX-License-Identifier: MIT
#include "compiler/passes/gpu_intrinsics.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/kernel_part.hpp"
#include "compiler/passes/kernels.hpp"
#include "compiler/passes/site_table.hpp"

namespace tileproof::passes {

using namespace llvm;

namespace {

constexpr StringLiteral intrinsics = "llvm.amdgcn.", runtime = "tileproof_amdgcn_",
                        mathematics = "__ocml_";

bool is_in_c_library(StringRef name, const Module& m) {
    LibFunc f;
    return TargetLibraryInfoImpl(Triple(m.getTargetTriple())).getLibFunc(name, f);
}

// Those of C whose parameters are the same.
constexpr StringLiteral c_mathematics[] = {
    "acos",  "acosh",  "asin",     "asinh",     "atan",      "atan2", "atanh",  "cbrt",
    "ceil",  "cos",    "copysign", "cosh",      "erf",       "erfc",  "exp",    "exp10",
    "exp2",  "expm1",  "fabs",     "fdim",      "floor",     "fma",   "fmax",   "fmin",
    "fmod",  "frexp",  "hypot",    "ilogb",     "ldexp",     "log",   "log10",  "log1p",
    "log2",  "logb",   "modf",     "nearbyint", "nextafter", "pow",   "remquo", "remainder",
    "rint",  "round",  "scalbn",   "sin",       "sinh",      "sqrt",  "tan",    "tanh",
    "trunc", "tgamma", "lgamma",   "j0",        "j1",        "y0",    "y1",     "jn",
    "yn"};

// Empty: C's library has none.
std::string c_function_of(StringRef name) {
    name.consume_front(mathematics);
    name.consume_front("native_");
    const bool is_float = name.consume_back("_f32");
    if (!is_float && !name.consume_back("_f64")) return {};
    return is_contained(c_mathematics, name) ? (name + (is_float ? "f" : "")).str() : std::string();
}

bool begins_with_one_of(StringRef name, ArrayRef<StringLiteral> list) {
    return any_of(list, [&](StringRef begin) { return name.starts_with(begin); });
}

// They wait for memory, guide the scheduler or empty caches.
bool has_no_effect_here(StringRef name) {
    return begins_with_one_of(
        name, {"s.barrier.signal", "s.wait", "sched.", "iglp.opt", "s.setprio", "s.nop", "s.setreg",
               "s.dcache", "s.icache", "buffer.wb", "s.sethalt", "s.ttrace", "s.prefetch",
               "global.prefetch"});
}

// They give their first operand: the lanes of a wave take part anyway.
bool gives_its_operand(StringRef name) {
    return begins_with_one_of(name, {"wqm", "softwqm", "wwm", "strict.", "set.inactive"});
}

// The function's name is the one of the number of bits of a value that is moved.
constexpr StringLiteral movers[] = {"raw.ptr.buffer.store",
                                    "raw.ptr.buffer.load",
                                    "readfirstlane",
                                    "readlane",
                                    "writelane",
                                    "update.dpp",
                                    "mov.dpp",
                                    "permlane16",
                                    "permlanex16",
                                    "permlane64"};

constexpr StringLiteral assembly_without_effect[] = {
    "s_waitcnt", "s_wait_", "s_nop",    "s_sleep",        "s_setprio", "s_sched", "s_delay_alu",
    "s_clause",  "s_code_", "s_dcache", "buffer_wbinvl1", "buffer_gl", "//"};

class replacer {
  public:
    replacer(CallBase& call, const target_of_code& target)
        : call_(call), target_(target), m_(*call.getModule()), at_(&call) {}

    void replace_intrinsic(StringRef name) {
        if (has_no_effect_here(name)) return finish(nullptr);
        if (gives_its_operand(name)) return finish(call_.getArgOperand(0));
        if (name == "s.barrier" || name == "s.barrier.wait") return wait(), finish(nullptr);
        for (const auto [begin, variable] : {std::pair{"workitem.id.", 0}, {"workgroup.id.", 1}})
            if (StringRef dim = name; dim.consume_front(begin) && dim.size() == 1)
                return finish(index(static_cast<unsigned>(variable), dim[0] - 'x'));
        if (name.starts_with("icmp.") || name.starts_with("fcmp.")) return vote();
        if (name.starts_with("class.")) return ask_class();
        call_runtime(name);
    }

    void replace_assembly(const InlineAsm& assembly) {
        const auto not_known = [&] {
            unknown("inline assembly \"" + assembly.getAsmString() + "\"");
        };
        SmallVector<StringRef> lines;
        SplitString(assembly.getAsmString(), lines, "\n;");
        bool barrier = false;
        SmallVector<StringRef> left;
        for (StringRef line : lines) {
            line = line.trim();
            if (line == "s_barrier")
                barrier = true;
            else if (!line.empty() && !begins_with_one_of(line, assembly_without_effect))
                left.push_back(line);
        }
        if (!left.empty() && assembly_line(left)) return;
        if (!left.empty()) return not_known();
        // An empty one hides where a value comes from.
        const bool passes =
            call_.arg_size() == 1 && call_.getArgOperand(0)->getType() == call_.getType();
        if (!call_.getType()->isVoidTy() && !passes) return not_known();
        if (barrier) wait();
        finish(passes ? call_.getArgOperand(0) : nullptr);
    }

    // __ocml_pow_f32(x, y) is powf(x, y), and __ocml_pow_f16(x, y) that of two floats.
    bool replace_math(StringRef name) {
        if (!name.starts_with(mathematics)) return false;
        std::string as_float = name.str();
        const bool half = name.ends_with("_f16");
        if (half) as_float.replace(as_float.size() - 3, 3, "f32");
        std::string function = c_function_of(as_float);
        if (function.empty()) {
            StringRef plain = StringRef(as_float).drop_front(mathematics.size());
            plain.consume_front("native_");
            function = ("tileproof_ocml_" + plain).str();
            if (!m_.getFunction(function)) return false;
        }
        const auto widened = [&](Type* t) { return t->isHalfTy() ? at_.getFloatTy() : t; };
        std::vector<Value*> given;
        std::vector<Type*> types;
        for (Value* const v : call_.args()) {
            types.push_back(widened(v->getType()));
            given.push_back(v->getType()->isHalfTy() ? at_.CreateFPExt(v, types.back()) : v);
        }
        if (half && any_of(types, [](const Type* t) { return t->isPointerTy(); })) return false;
        auto* const type = FunctionType::get(widened(call_.getType()), types, false);
        Value* const made = at_.CreateCall(m_.getOrInsertFunction(function, type), given);
        finish(made->getType() == call_.getType() ? made
                                                  : at_.CreateFPTrunc(made, call_.getType()));
        return true;
    }

    // Calls of functions whose accesses are seen only where they are instructions.
    bool replace_memory(StringRef name) {
        if (call_.arg_size() != 3 || !call_.getType()->isPointerTy()) return false;
        Value *const to = call_.getArgOperand(0), *const from = call_.getArgOperand(1),
                     *const bytes = call_.getArgOperand(2);
        if (name == "memset")
            at_.CreateMemSet(to, at_.CreateTrunc(from, at_.getInt8Ty()), bytes, MaybeAlign());
        else if (name == "memcpy")
            at_.CreateMemCpy(to, MaybeAlign(), from, MaybeAlign(), bytes);
        else if (name == "memmove")
            at_.CreateMemMove(to, MaybeAlign(), from, MaybeAlign(), bytes);
        else
            return false;
        finish(to);
        return true;
    }

    void unknown(const Twine& what) {
        const place p = here();
        const DILocation* const at = call_.getDebugLoc();
        if (at && (at->getFilename() == target_.source ||
                   (at->getDirectory() + "/" + at->getFilename()).str() == target_.source))
            m_.getContext().emitError(target_.source + ":" + Twine(p.line) + ":" + Twine(p.column) +
                                      ": the cpu devices do not have " + what +
                                      "; docs/hip-api.md lists what they have.");
        Constant* const words = text(("the cpu devices do not have " + what).str());
        at_.CreateCall(m_.getOrInsertFunction("__assert_fail", at_.getVoidTy(), at_.getPtrTy(),
                                              at_.getPtrTy(), at_.getInt32Ty(), at_.getPtrTy()),
                       {words, p.file, at_.getInt32(p.line), text("device code")});
        finish(call_.getType()->isVoidTy() ? nullptr : Constant::getNullValue(call_.getType()));
    }

  private:
    struct place {
        Constant* file;
        unsigned line, column;
    };

    // "$2" is an operand of the assembly, "16" a number; null for registers and other words. Operand 0 is the result, if there
    // is one.
    Value* operand(StringRef word) {
        unsigned n = 0;
        if (!word.consume_front("$")) return word.getAsInteger(10, n) ? nullptr : at_.getInt32(n);
        if (word.getAsInteger(10, n)) return nullptr;
        const unsigned results = call_.getType()->isVoidTy() ? 0 : 1;
        return n < results || n - results >= call_.arg_size() ? nullptr
                                                              : call_.getArgOperand(n - results);
    }

    // One instruction, for those lanes of which the first of three lines tells: v_cmpx_le_u32 exec, 1, $4.
    bool assembly_line(ArrayRef<StringRef> lines) {
        Value* lanes = nullptr;
        const auto words_of = [](StringRef line) {
            SmallVector<StringRef> words;
            SplitString(line, words, " ,\t");
            return words;
        };
        while (!lines.empty() && sets_m0(words_of(lines[0]))) lines = lines.drop_front();
        if (lines.empty()) return finish(nothing()), true;
        if (lines.size() == 3 && lines[2].starts_with("s_mov_b64 exec")) {
            const SmallVector<StringRef> words = words_of(lines[0]);
            if (words.size() != 4 || words[0] != "v_cmpx_le_u32") return false;
            Value *const least = operand(words[2]), *const value = operand(words[3]);
            if (!least || !value) return false;
            lanes = at_.CreateICmpULE(least, value);
            lines = lines.slice(1, 1);
        }
        if (lines.size() != 1) return false;
        const SmallVector<StringRef> words = words_of(lines[0]);
        if (is_contained(words, "lds")) return !lanes && buffer_load_to_lds(words);
        return buffer_access(words, lanes) || (!lanes && computes(words));
    }

    // For results that the assembly has and does not set.
    Value* nothing() {
        return call_.getType()->isVoidTy() ? nullptr : Constant::getNullValue(call_.getType());
    }

    // s_mov_b32 m0, $0
    // s_add_u32 m0, $0, m0
    bool sets_m0(ArrayRef<StringRef> words) {
        if (words.size() < 3 || words[1] != "m0") return false;
        const bool adds = words.size() == 4 && (words[0] == "s_add_u32" || words[0] == "s_add_i32");
        if (!adds && (words.size() != 3 || words[0] != "s_mov_b32")) return false;
        Value* const value = operand(adds && words[2] == "m0" ? words[3] : words[2]);
        Function* const f = m_.getFunction((runtime + (adds ? "add_to_m0" : "set_m0")).str());
        if (!value || !f || (adds && !is_contained(words.drop_front(2), "m0"))) return false;
        as_it_is(*f, {value});
        return true;
    }

    // buffer_load_dword $1, $2, 0 offen offset:$3 lds
    bool buffer_load_to_lds(ArrayRef<StringRef> words) {
        StringRef size = words[0];
        if (!size.consume_front("buffer_load_") || words.size() < 5) return false;
        const unsigned bytes = StringSwitch<unsigned>(size)
                                   .Case("ubyte", 1)
                                   .Case("ushort", 2)
                                   .Case("dword", 4)
                                   .Case("dwordx3", 12)
                                   .Case("dwordx4", 16)
                                   .Default(0);
        Value *const lane = words[1] == "off" ? at_.getInt32(0) : operand(words[1]),
                     *const resource = operand(words[2]), *const scalar = operand(words[3]);
        Value* offset = at_.getInt32(0);
        for (StringRef word : words.drop_front(4)) {
            if (word == "idxen") return false;
            if (word.consume_front("offset:")) offset = operand(word);
        }
        Function *const where = m_.getFunction((runtime + "at_m0").str()),
                        *const load = m_.getFunction((runtime + "raw_ptr_buffer_load_lds").str());
        if (!bytes || !lane || !resource || !scalar || !offset || !where || !load) return false;
        as_it_is(*load, {resource, as_it_is(*where, {}), at_.getInt32(bytes), lane, scalar, offset,
                         at_.getInt32(0)});
        finish(nothing());
        return true;
    }

    // buffer_load_dwordx4 $0, $1, $2, 0 offen offset:$3
    bool buffer_access(ArrayRef<StringRef> words, Value* lanes) {
        StringRef size = words[0];
        const bool load = size.consume_front("buffer_load_");
        if ((!load && !size.consume_front("buffer_store_")) || words.size() < 5) return false;
        const unsigned bits = StringSwitch<unsigned>(size)
                                  .Cases("ubyte", "byte", 8)
                                  .Cases("ushort", "short", 16)
                                  .Case("dword", 32)
                                  .Case("dwordx2", 64)
                                  .Case("dwordx3", 96)
                                  .Case("dwordx4", 128)
                                  .Default(0);
        Value* const offset = words[2] == "off" ? at_.getInt32(0) : operand(words[2]);
        Value *const resource = operand(words[3]), *scalar = operand(words[4]);
        for (StringRef word : words.drop_front(5)) {
            if (word == "idxen" || word == "lds") return false;
            if (!word.consume_front("offset:")) continue;
            Value* const more = operand(word);
            if (!more || !scalar) return false;
            scalar = at_.CreateAdd(scalar, more);
        }
        Value* const stored = load ? nullptr : operand(words[1]);
        if (!bits || !offset || !resource || !scalar || (load ? words[1] != "$0" : !stored))
            return false;
        // Other lanes keep what they have: the last operand, which is the result's register as well.
        Value* const kept = call_.arg_empty() ? nullptr : call_.getArgOperand(call_.arg_size() - 1);
        if (load && lanes && (!kept || kept->getType() != call_.getType())) return false;
        BasicBlock* const before = call_.getParent();
        if (lanes) at_.SetInsertPoint(SplitBlockAndInsertIfThen(lanes, &call_, false));
        Type* const moved = bits <= 64 ? static_cast<Type*>(at_.getIntNTy(bits))
                                       : FixedVectorType::get(at_.getInt32Ty(), bits / 32);
        std::vector<Value*> given{resource, offset, scalar, at_.getInt32(0)};
        if (!load) {
            Value* v = stored;
            const unsigned held = static_cast<unsigned>(
                m_.getDataLayout().getTypeSizeInBits(v->getType()).getFixedValue());
            if (held < bits) return false;
            if (held > bits) v = at_.CreateTrunc(at_.CreateBitCast(v, at_.getIntNTy(held)), moved);
            given.insert(given.begin(), at_.CreateBitCast(v, moved));
        }
        std::vector<Type*> types;
        for (Value* const v : given) types.push_back(v->getType());
        const std::string name = std::string(gpu_prefix) + "llvm.amdgcn.raw.ptr.buffer." +
                                 (load ? "load" : "store") + ".asm" + std::to_string(bits);
        CallInst* const made = at_.CreateCall(
            m_.getOrInsertFunction(name,
                                   FunctionType::get(load ? moved : at_.getVoidTy(), types, false)),
            given);
        made->setDebugLoc(call_.getDebugLoc());
        Value* result = made;
        if (load) {  // bytes and halves arrive in a whole dword
            Type* const whole = call_.getType();
            const unsigned held =
                static_cast<unsigned>(m_.getDataLayout().getTypeSizeInBits(whole).getFixedValue());
            if (held > bits) result = at_.CreateZExt(made, at_.getIntNTy(held));
            result = at_.CreateBitCast(result, whole);
        }
        if (load && lanes) {
            PHINode* const either =
                PHINode::Create(call_.getType(), 2, "", call_.getParent()->begin());
            either->addIncoming(result, made->getParent());
            either->addIncoming(kept, before);
            result = either;
        }
        finish(load ? result : nullptr);
        replace_gpu_call(*made, target_);
        return true;
    }

    // v_add_f32 $0, $1, $2
    bool computes(ArrayRef<StringRef> words) {
        StringRef name = words[0];
        name.consume_back("_e32") || name.consume_back("_e64");
        if (words.size() < 3 || words[1] != "$0" || call_.getType()->isVoidTy()) return false;
        Type* const type = name.ends_with("_f32") ? at_.getFloatTy() : at_.getInt32Ty();
        Value* v[3] = {};
        for (unsigned i = 0; i < 3 && i + 2 < words.size(); ++i) {
            v[i] = operand(words[i + 2]);
            if (!v[i] || !CastInst::isBitCastable(v[i]->getType(), type)) return false;
            v[i] = at_.CreateBitCast(v[i], type);
        }
        const auto low = [&](Value* x) { return at_.CreateAnd(x, 0xffffff); };
        Value* const result =
            name == "v_mov_b32"       ? v[0]
            : !v[1]                   ? nullptr
            : name == "v_add_f32"     ? at_.CreateFAdd(v[0], v[1])
            : name == "v_sub_f32"     ? at_.CreateFSub(v[0], v[1])
            : name == "v_mul_f32"     ? at_.CreateFMul(v[0], v[1])
            : name == "v_max_f32"     ? at_.CreateMaxNum(v[0], v[1])
            : name == "v_min_f32"     ? at_.CreateMinNum(v[0], v[1])
            : name == "v_add_u32"     ? at_.CreateAdd(v[0], v[1])
            : name == "v_sub_u32"     ? at_.CreateSub(v[0], v[1])
            : name == "v_mul_lo_u32"  ? at_.CreateMul(v[0], v[1])
            : name == "v_and_b32"     ? at_.CreateAnd(v[0], v[1])
            : name == "v_or_b32"      ? at_.CreateOr(v[0], v[1])
            : name == "v_xor_b32"     ? at_.CreateXor(v[0], v[1])
            : !v[2]                   ? nullptr
            : name == "v_mad_u32_u24" ? at_.CreateAdd(at_.CreateMul(low(v[0]), low(v[1])), v[2])
            : name == "v_fma_f32" ? at_.CreateIntrinsic(Intrinsic::fma, {type}, {v[0], v[1], v[2]})
                                  : nullptr;
        if (!result || !CastInst::isBitCastable(type, call_.getType())) return false;
        finish(at_.CreateBitCast(result, call_.getType()));
        return true;
    }

    Constant* text(StringRef words) {
        const std::string name = ("tileproof.text." + words).str();
        if (auto* const known = m_.getNamedGlobal(name)) return known;
        Constant* const value = ConstantDataArray::getString(m_.getContext(), words);
        auto* const made = new GlobalVariable(m_, value->getType(), true,
                                              GlobalValue::PrivateLinkage, value, name);
        made->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
        return made;
    }

    place here() {
        const source_place p = place_of(call_.getDebugLoc());
        return {text(p.file), p.line, p.column};
    }

    // Of several operations at one place, which one.
    unsigned number() {
        NamedMDNode* const count = m_.getOrInsertNamedMetadata("tileproof.operations");
        count->addOperand(MDNode::get(m_.getContext(), {}));
        return count->getNumOperands();
    }

    void wait() {
        Function* f = nullptr;
        for (Function& each : m_)
            if (each.getName().contains("hip_on") &&
                each.getName().ends_with("13__syncthreadsEiPKcii"))
                f = &each;
        if (!f) return;
        const place p = here();
        at_.CreateCall(f, {at_.getInt32(number() & 0xffff), p.file, at_.getInt32(p.line),
                           at_.getInt32(p.column)});
    }

    Value* index(unsigned variable, int dim) {
        ArrayType* const type = ArrayType::get(at_.getInt32Ty(), 3);
        auto* v = m_.getNamedGlobal(index_variables[variable]);
        if (!v) {
            v = new GlobalVariable(m_, type, false, GlobalValue::ExternalLinkage, nullptr,
                                   index_variables[variable], nullptr,
                                   GlobalValue::InitialExecTLSModel);
            v->setAlignment(Align(4));
        }
        Value* const memory = at_.CreateConstInBoundsGEP2_32(type, at_.CreateThreadLocalAddress(v),
                                                             0, static_cast<unsigned>(dim));
        return at_.CreateZExtOrTrunc(at_.CreateLoad(at_.getInt32Ty(), memory), call_.getType());
    }

    Value* ballot(Value* predicate) {
        const bool wide = call_.getType()->isIntegerTy(64);
        return call(*m_.getFunction((runtime + (wide ? "ballot_i64" : "ballot_i32")).str()),
                    {predicate});
    }
    void vote() {
        const auto* const how = dyn_cast<ConstantInt>(call_.getArgOperand(2));
        if (!how || !m_.getFunction((runtime + "ballot_i64").str())) return unknown(full_name());
        finish(ballot(at_.CreateCmp(static_cast<CmpInst::Predicate>(how->getZExtValue()),
                                    call_.getArgOperand(0), call_.getArgOperand(1))));
    }
    void ask_class() {
        const auto* const mask = dyn_cast<ConstantInt>(call_.getArgOperand(1));
        if (!mask) return unknown(full_name());
        finish(at_.createIsFPClass(call_.getArgOperand(0),
                                   static_cast<unsigned>(mask->getZExtValue())));
    }

    std::string full_name() const {
        return call_.getCalledFunction()->getName().drop_front(gpu_prefix.size()).str();
    }

    // The name of the runtime's function for an intrinsic.
    std::string function_of(StringRef given) const {
        std::string name = given.str();
        if (given.starts_with("raw.buffer.")) name.insert(4, "ptr.");
        if (given.starts_with("load.to.lds")) name = "global.load.lds";
        if (given.starts_with("make.buffer.rsrc")) name = "make.buffer.rsrc";
        if (StringRef(name).starts_with("raw.ptr.buffer.load.lds"))
            name = "raw.ptr.buffer.load.lds";
        else if (given.starts_with("wmma."))
            name = (given.substr(0, given.find(".v")) + ".w" + Twine(target_.lanes) +
                    (target_.gfx12 ? ".gfx12" : ""))
                       .str();
        else if (!StringRef(name).contains("swap"))
            for (const StringRef mover : movers)
                if (StringRef(name).starts_with(mover) &&
                    (name.size() == mover.size() || name[mover.size()] == '.')) {
                    const Type* const moved = call_.getType()->isVoidTy()
                                                  ? call_.getArgOperand(0)->getType()
                                                  : call_.getType();
                    name = (mover + ".b" +
                            Twine(m_.getDataLayout()
                                      .getTypeSizeInBits(const_cast<Type*>(moved))
                                      .getFixedValue()))
                               .str();
                    break;
                }
        std::replace(name.begin(), name.end(), '.', '_');
        return runtime.str() + name;
    }

    void call_runtime(StringRef name) {
        Function* const f = m_.getFunction(function_of(name));
        const std::vector<Value*> given(call_.arg_begin(), call_.arg_end());
        const bool by_address = f && f->getReturnType()->isVoidTy() && !call_.getType()->isVoidTy();
        if (!f || f->isDeclaration() || f->arg_size() != given.size() + by_address + 3)
            return unknown(full_name());
        Value* const result = call(*f, given);
        if (name == "implicitarg.ptr" || name == "dispatch.ptr") pass_over(call_);
        finish(result);
    }

    // Reads of the launch's tables are none of the kernel's.
    static void pass_over(Value& pointer) {
        for (User* const u : pointer.users())
            if (auto* const load = dyn_cast<LoadInst>(u))
                load->setNoSanitizeMetadata();
            else if (isa<GetElementPtrInst>(u))
                pass_over(*u);
    }

    AllocaInst* memory_for(Type* type) {
        BasicBlock& entry = call_.getFunction()->getEntryBlock();
        return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
    }

    Value* as(Value* v, Type* type) {
        Type* const now = v->getType();
        if (now == type) return v;
        if (type->isPointerTy() && !now->isPointerTy()) {
            AllocaInst* const memory = memory_for(now);
            at_.CreateStore(v, memory);
            return memory;
        }
        if (now->isIntegerTy() && type->isIntegerTy()) return at_.CreateZExtOrTrunc(v, type);
        return at_.CreateBitOrPointerCast(v, type);
    }

    CallInst* as_it_is(Function& f, ArrayRef<Value*> given, std::vector<Value*> all = {}) {
        for (Value* const v : given)
            all.push_back(
                as(v, f.getFunctionType()->getParamType(static_cast<unsigned>(all.size()))));
        const place p = here();
        all.insert(all.end(), {p.file, at_.getInt32(p.line),
                               at_.getInt32((number() & 0x7fff) << 16 | (p.column & 0xffff))});
        CallInst* const made = at_.CreateCall(&f, all);
        made->setAttributes(f.getAttributes().removeFnAttributes(m_.getContext()));
        return made;
    }

    // Its result becomes the one of the call that it replaces.
    Value* call(Function& f, ArrayRef<Value*> given) {
        if (f.getReturnType()->isVoidTy() && !call_.getType()->isVoidTy()) {
            AllocaInst* const memory = memory_for(call_.getType());
            as_it_is(f, given, {memory});
            return at_.CreateLoad(call_.getType(), memory);
        }
        CallInst* const made = as_it_is(f, given);
        if (call_.getType()->isVoidTy()) return nullptr;
        if (made->getType()->isIntegerTy() && call_.getType()->isPointerTy())
            return at_.CreateIntToPtr(made, call_.getType());
        return as(made, call_.getType());
    }

    void finish(Value* result) {
        if (result) call_.replaceAllUsesWith(result);
        call_.eraseFromParent();
    }

    CallBase& call_;
    const target_of_code& target_;
    Module& m_;
    IRBuilder<> at_;
};

}  // namespace

bool is_of_gpu(StringRef name) { return name.starts_with(intrinsics); }

bool is_of_runtime(StringRef name) {
    return is_of_gpu(name) || name.starts_with("__ockl_") ||
           name.starts_with("__atomic_work_item") ||
           (name.starts_with(mathematics) && c_function_of(name).empty());
}

void replace_gpu_call(CallBase& call, const target_of_code& target) {
    replacer r(call, target);
    if (const auto* const assembly = dyn_cast<InlineAsm>(call.getCalledOperand()))
        return r.replace_assembly(*assembly);
    const Function* const callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration()) return;
    StringRef name = callee->getName();
    if (name.consume_front(gpu_prefix)) {
        if (StringRef of_gpu = name; of_gpu.consume_front(intrinsics))
            return r.replace_intrinsic(of_gpu);
        return r.unknown(name);
    }
    if (callee->isIntrinsic() || name.contains("10cpu_engine") || r.replace_math(name) ||
        r.replace_memory(name))
        return;
    if (!target.shares_functions && !is_in_c_library(name, *call.getModule()) &&
        name != "__assert_fail" && name != "abort" && !name.starts_with("__ubsan_"))
        r.unknown("the function " + demangled(name) +
                  (name.starts_with("_Z") ? " without -fgpu-rdc" : ""));
}

}  // namespace tileproof::passes
