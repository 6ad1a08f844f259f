// SPDX-License-Identifier: MIT
// What of a syntax tree can be mutated: built-in operators, literals, conditions, arguments, statements.
#include "tests/mutation/find_mutants.hpp"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>

#include <optional>
#include <set>

namespace tileproof::mutation {
namespace {

using namespace clang;

struct spelled {
    const char *operation, *word;
};

std::optional<spelled> spelling_of(BinaryOperatorKind kind) {
    switch (kind) {
        case BO_Add:
            return spelled{"arithmetic", "add"};
        case BO_Sub:
            return spelled{"arithmetic", "subtract"};
        case BO_Mul:
            return spelled{"arithmetic", "multiply"};
        case BO_Div:
            return spelled{"arithmetic", "divide"};
        case BO_Rem:
            return spelled{"arithmetic", "remainder"};
        case BO_And:
            return spelled{"arithmetic", "bit_and"};
        case BO_Or:
            return spelled{"arithmetic", "bit_or"};
        case BO_Xor:
            return spelled{"arithmetic", "bit_xor"};
        case BO_Shl:
            return spelled{"arithmetic", "shift_left"};
        case BO_Shr:
            return spelled{"arithmetic", "shift_right"};
        case BO_LT:
            return spelled{"relational", "less"};
        case BO_LE:
            return spelled{"relational", "less_or_equal"};
        case BO_GT:
            return spelled{"relational", "greater"};
        case BO_GE:
            return spelled{"relational", "greater_or_equal"};
        case BO_EQ:
            return spelled{"relational", "equal"};
        case BO_NE:
            return spelled{"relational", "not_equal"};
        case BO_LAnd:
            return spelled{"logical", "logical_and"};
        case BO_LOr:
            return spelled{"logical", "logical_or"};
        default:
            return {};
    }
}

// A number that is read from a variable or a member, and nothing else: it may be written twice.
const Expr* plain_number(const Expr* e) {
    bool read = false;
    while (const auto* cast = dyn_cast<ImplicitCastExpr>(e)) {
        read = read || cast->getCastKind() == CK_LValueToRValue;
        if (cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_IntegralCast &&
            cast->getCastKind() != CK_NoOp)
            return nullptr;
        e = cast->getSubExpr();
    }
    if (!read || !e->getType()->isIntegerType()) return nullptr;
    if (isa<DeclRefExpr>(e)) return e;
    const auto* member = dyn_cast<MemberExpr>(e);
    if (!member) return nullptr;
    const Expr* base = member->getBase()->IgnoreImpCasts();
    return isa<DeclRefExpr>(base) || isa<CXXThisExpr>(base) ? e : nullptr;
}

struct extent {
    unsigned begin = 0, end = 0;
};

class visitor : public RecursiveASTVisitor<visitor> {
    using base = RecursiveASTVisitor<visitor>;

  public:
    visitor(ASTContext& context, const where& asked, site_map& found)
        : context_(context), sources_(context.getSourceManager()), asked_(asked), found_(found) {}

    bool shouldVisitTemplateInstantiations() const { return true; }
    bool shouldVisitImplicitCode() const { return true; }  // instantiations of generic lambdas

    // Constants of the compiler, and what is not evaluated at all.
    bool TraverseTypeLoc(TypeLoc) { return true; }
    bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc&) { return true; }
    bool TraverseAttr(Attr*) { return true; }
    bool TraverseStaticAssertDecl(StaticAssertDecl*) { return true; }
    bool TraverseConceptDecl(ConceptDecl*) { return true; }
    bool TraverseEnumConstantDecl(EnumConstantDecl*) { return true; }
    bool TraverseConstantExpr(ConstantExpr*, DataRecursionQueue* = nullptr) { return true; }
    bool TraverseRequiresExpr(RequiresExpr*, DataRecursionQueue* = nullptr) { return true; }
    bool TraverseUserDefinedLiteral(UserDefinedLiteral*, DataRecursionQueue* = nullptr) {
        return true;
    }
    bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr*,
                                          DataRecursionQueue* = nullptr) {
        return true;
    }
    bool TraverseCXXNoexceptExpr(CXXNoexceptExpr*, DataRecursionQueue* = nullptr) { return true; }
    bool TraverseStmt(Stmt* s, DataRecursionQueue* queue = nullptr) {
        return left_out_.count(s) > 0 || base::TraverseStmt(s, queue);
    }
    bool VisitIfStmt(IfStmt* s);
    bool TraverseDecl(Decl* d);

    bool VisitBinaryOperator(BinaryOperator* e);
    bool VisitIntegerLiteral(IntegerLiteral* e) {
        literal(e, "one_more", true);
        return true;
    }
    bool VisitCXXBoolLiteralExpr(CXXBoolLiteralExpr* e) {
        literal(e, "flip", true);
        return true;
    }
    // std::uint64_t{1}: only a constant may be narrowed there.
    bool VisitInitListExpr(InitListExpr* e) {
        for (const Expr* item : e->inits())
            if (const auto* cast = dyn_cast_or_null<ImplicitCastExpr>(item))
                if (isa<IntegerLiteral>(cast->getSubExpr()))
                    literal(cast->getSubExpr(), "one_more", false);
        return true;
    }
    // A literal that must stay one: a null pointer.
    bool VisitImplicitCastExpr(ImplicitCastExpr* e) {
        if (isa<IntegerLiteral>(e->getSubExpr()) && e->getCastKind() != CK_IntegralCast &&
            e->getCastKind() != CK_IntegralToFloating && e->getCastKind() != CK_IntegralToBoolean)
            literal(e->getSubExpr(), "one_more", false);
        return true;
    }
    bool VisitConditionalOperator(ConditionalOperator* e) {
        condition(e->getCond());
        return true;
    }
    bool VisitCallExpr(CallExpr* e) {
        if (!isa<CXXOperatorCallExpr>(e)) arguments({e->getArgs(), e->getNumArgs()});
        return true;
    }
    bool VisitCXXConstructExpr(CXXConstructExpr* e) {
        arguments({e->getArgs(), e->getNumArgs()});
        return true;
    }
    bool VisitArraySubscriptExpr(ArraySubscriptExpr* e) {
        const auto* inner = dyn_cast<ArraySubscriptExpr>(e->getBase()->IgnoreParenImpCasts());
        if (inner) swapped(inner->getIdx(), e->getIdx(), "swapped dims");
        return true;
    }
    bool VisitMemberExpr(MemberExpr* e);
    bool VisitCompoundStmt(CompoundStmt* s) {
        for (Stmt* child : s->body()) statement(child);
        return true;
    }
    bool VisitForStmt(ForStmt* s) {
        statement(s->getBody());
        return true;
    }

  private:
    // Of a node that no macro has a part in.
    std::optional<extent> whole(const Stmt* s) const {
        const SourceLocation begin = s->getBeginLoc(), last = s->getEndLoc();
        if (begin.isInvalid() || begin.isMacroID() || last.isInvalid() || last.isMacroID() ||
            sources_.getFileID(begin) != sources_.getFileID(last))
            return {};
        const SourceLocation end =
            Lexer::getLocForEndOfToken(last, 0, sources_, context_.getLangOpts());
        if (end.isInvalid()) return {};
        return extent{sources_.getFileOffset(begin), sources_.getFileOffset(end)};
    }
    site* note(SourceLocation at, const char* operation, const char* word,
               std::optional<extent> place, bool usable, extent other = {});
    void literal(const Expr* e, const char* word, bool usable);
    void condition(const Expr* e);
    void arguments(llvm::ArrayRef<Expr*> all);
    void swapped(const Expr* first, const Expr* second, const char* operation);
    void statement(Stmt* s);
    llvm::StringRef text(extent e, SourceLocation in_file) const {
        return sources_.getBufferData(sources_.getFileID(in_file)).slice(e.begin, e.end);
    }

    ASTContext& context_;
    const SourceManager& sources_;
    const where& asked_;
    site_map& found_;
    std::set<const Stmt*> left_out_;
};

bool visitor::TraverseDecl(Decl* d) {
    if (!d) return true;
    if (const auto* v = dyn_cast<VarDecl>(d); v && v->isConstexpr()) return true;
    if (const auto* f = dyn_cast<FunctionDecl>(d)) {
        const auto* method = dyn_cast<CXXMethodDecl>(f);
        const bool of_lambda = method && method->getParent()->isLambda();
        // What the compiler writes itself stands nowhere.
        if (f->isConsteval() || f->isDefaulted() || (f->isImplicit() && !of_lambda)) return true;
        if (f->getTrailingRequiresClause()) left_out_.insert(f->getTrailingRequiresClause());
    }
    if (const auto* t = dyn_cast<TemplateDecl>(d); t && t->getTemplateParameters())
        if (const Expr* clause = t->getTemplateParameters()->getRequiresClause())
            left_out_.insert(clause);
    if (const auto* t = dyn_cast<ClassTemplatePartialSpecializationDecl>(d))
        if (const Expr* clause = t->getTemplateParameters()->getRequiresClause())
            left_out_.insert(clause);
    return base::TraverseDecl(d);
}

bool visitor::VisitIfStmt(IfStmt* s) {
    if (s->isConstexpr() || s->isConsteval()) {
        left_out_.insert(s->getCond());
        return true;
    }
    if (!s->getConditionVariable()) condition(s->getCond());
    if (!s->getElse()) statement(s->getThen());
    return true;
}

site* visitor::note(SourceLocation at, const char* operation, const char* word,
                    std::optional<extent> place, bool usable, extent other) {
    if (!place || at.isMacroID()) return nullptr;
    const auto entry = sources_.getFileEntryRefForID(sources_.getFileID(at));
    if (!entry) return nullptr;
    llvm::StringRef file = entry->getFileEntry().tryGetRealPathName();
    if (!file.consume_front(asked_.root) || !asked_.takes(file.str())) return nullptr;
    site& s = found_[{file.str(), place->begin, other.begin, operation}];
    if (s.usable + s.unusable == 0)
        s = {file.str(),
             static_cast<int>(sources_.getSpellingLineNumber(at)),
             static_cast<int>(sources_.getSpellingColumnNumber(at)),
             operation,
             word,
             place->begin,
             place->end,
             other.begin,
             other.end};
    ++(usable ? s.usable : s.unusable);
    return &s;
}

bool visitor::VisitBinaryOperator(BinaryOperator* e) {
    const auto how = spelling_of(e->getOpcode());
    const SourceLocation at = e->getOperatorLoc();
    if (!how || at.isMacroID() || at.isInvalid()) return true;
    const auto spelling = BinaryOperator::getOpcodeStr(e->getOpcode());
    const unsigned offset = sources_.getFileOffset(at);
    const extent op{offset, offset + static_cast<unsigned>(spelling.size())};
    if (text(op, at) != spelling) return true;  // what a range-based for stands for
    const Expr *l = e->getLHS(), *r = e->getRHS();
    if (l->isTypeDependent() || r->isTypeDependent()) return true;
    const bool numbers = l->getType()->isArithmeticType() && r->getType()->isArithmeticType();
    const bool moved_pointer = (e->getOpcode() == BO_Add || e->getOpcode() == BO_Sub) &&
                               l->getType()->isPointerType() && r->getType()->isIntegerType();
    const bool logical = e->isLogicalOp();
    const bool compared = e->isComparisonOp() && (l->getType()->isEnumeralType() || numbers);
    const auto place = whole(e);
    if (!place || text({op.end, place->end}, at).ltrim().starts_with("...") ||
        text({place->begin, op.begin}, at).rtrim().ends_with("..."))
        return true;  // of a fold
    note(at, how->operation, how->word, place, numbers || moved_pointer || logical || compared, op);
    return true;
}

void visitor::literal(const Expr* e, const char* word, bool usable) {
    const auto place = whole(e);
    if (!place) return;
    const llvm::StringRef spelling = text(*place, e->getBeginLoc());
    // Code that the compiler makes up has literals too.
    if (std::isdigit(spelling.front()) || spelling == "true" || spelling == "false")
        note(e->getBeginLoc(), "constant", word, place, usable);
}

// Of those that are comparisons or logical, the operator is mutated.
void visitor::condition(const Expr* e) {
    const Expr* inner = e->IgnoreParenImpCasts();
    if (isa<BinaryOperator>(inner) || isa<CXXBoolLiteralExpr>(inner) || e->isTypeDependent())
        return;
    note(e->getBeginLoc(), "condition", "flip", whole(e), true);
}

// The first two neighbours that could change places.
void visitor::arguments(llvm::ArrayRef<Expr*> all) {
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const Expr *a = plain_number(all[i]), *b = plain_number(all[i + 1]);
        if (!a || !b || !context_.hasSameUnqualifiedType(a->getType(), b->getType())) continue;
        swapped(all[i], all[i + 1], "swapped arguments");
        return;
    }
}

void visitor::swapped(const Expr* first, const Expr* second, const char* operation) {
    const Expr *a = plain_number(first), *b = plain_number(second);
    if (!a || !b) return;
    const auto from = whole(a), to = whole(b);
    if (!from || !to ||
        sources_.getFileID(a->getBeginLoc()) != sources_.getFileID(b->getBeginLoc()) ||
        text(*from, a->getBeginLoc()) == text(*to, b->getBeginLoc()))
        return;
    note(a->getBeginLoc(), operation, "pick", from,
         context_.hasSameUnqualifiedType(a->getType(), b->getType()), *to);
}

// threadIdx.x, which could be threadIdx.y.
bool visitor::VisitMemberExpr(MemberExpr* e) {
    const auto* of = dyn_cast<DeclRefExpr>(e->getBase()->IgnoreImpCasts());
    if (!of || !of->getDecl()->getIdentifier()) return true;
    if (!e->getMemberDecl()->getIdentifier()) return true;
    const llvm::StringRef name = of->getDecl()->getName(), axis = e->getMemberDecl()->getName();
    if ((name == "threadIdx" || name == "blockIdx" || name == "blockDim") &&
        (axis == "x" || axis == "y"))
        note(e->getBeginLoc(), "swapped dims", axis == "x" ? "not_x" : "not_y", whole(e), true);
    return true;
}

void visitor::statement(Stmt* s) {
    if (!s) return;
    const Stmt* inner = s;
    if (const auto* e = dyn_cast<ExprWithCleanups>(inner)) inner = e->getSubExpr();
    const auto* binary = dyn_cast<BinaryOperator>(inner);
    const auto* unary = dyn_cast<UnaryOperator>(inner);
    const auto* call = dyn_cast<CallExpr>(inner);
    if (!(binary && binary->isAssignmentOp()) && !(unary && unary->isIncrementDecrementOp()) &&
        !call)
        return;
    SourceLocation at = s->getBeginLoc();
    if (at.isMacroID()) {  // __syncthreads() is one
        at = sources_.getExpansionLoc(at);
    }
    const unsigned begin = sources_.getFileOffset(at);
    if (text({begin > 0 ? begin - 1 : 0, begin}, at) == "(") return;  // a fold of one
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const bool barrier =
        callee && callee->getIdentifier() && callee->getName().contains("syncthreads");
    note(at, barrier ? "barrier" : "statement", "keep", extent{begin, begin}, true);
}

}  // namespace

bool where::takes(const std::string& path) const {
    for (const std::string& folder : folders)
        if (path.compare(0, folder.size(), folder) == 0) return true;
    return false;
}

void find_mutants(ASTContext& context, const where& asked, site_map& found) {
    visitor(context, asked, found).TraverseDecl(context.getTranslationUnitDecl());
}

}  // namespace tileproof::mutation
