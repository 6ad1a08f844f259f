#include "fuzz/worker/run_in_child.hpp"

#include "fuzz/worker/worker.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::properties {
namespace {

// A worker runs properties, so the function is dressed up as one: what it returns is a "failure".
class dressed_up : public property {
  public:
    explicit dressed_up(const std::function<std::string()>& f) : function_(f) {}
    std::string name() const override { return "function"; }
    std::string subject() const override { return "function"; }
    std::vector<law_id> laws() const override { return {law_id::K9}; }
    nlohmann::json generate(rc::Random&, int) const override { return nullptr; }
    case_result check(const nlohmann::json&) const override {
        try {
            return {.laws = {{law_id::K9, '=' + function_()}}, .discarded = ""};
        } catch (const std::exception& e) {
            return {.laws = {{law_id::K9, '!' + std::string(e.what())}}, .discarded = ""};
        }
    }
    std::vector<nlohmann::json> smaller(const nlohmann::json&) const override { return {}; }
    std::vector<std::string> classify(const nlohmann::json&) const override { return {}; }

  private:
    const std::function<std::string()>& function_;
};

}  // namespace

std::string run_in_child(const std::function<std::string()>& function, double seconds) {
    property_list list;
    list.push_back(std::make_unique<dressed_up>(function));
    worker w(list, seconds);
    w.send(check_request{0, nlohmann::json::object()});
    const worker_answer answer = w.wait();
    const failure* said = answer.result.first_failure();
    if (!answer.trouble.empty()) throw std::runtime_error(answer.trouble);
    if (answer.end) throw std::runtime_error(answer.end->sentence());
    if (said->detail[0] == '!') throw std::runtime_error(said->detail.substr(1));
    return said->detail.substr(1);
}

}  // namespace tileproof::properties
