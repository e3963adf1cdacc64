// Follows docs/tutorials.md: each step has its commands in a comment.
#include <array>
#include <iomanip>
#include <set>
#include <sstream>

#include "app/read_image.hpp"
#include "app/window.hpp"
#include "scene/anatomy.hpp"

namespace {

class Tutorials : public Window {
  protected:
    // The commands below a heading, line by line.
    static std::vector<std::string> commands_of(const std::string& heading) {
        std::istringstream text(read_file(ISONOISE_DOCS "/tutorials.md"));
        std::vector<std::string> commands;
        bool here = false, comment = false;
        for (std::string line; std::getline(text, line);) {
            const auto from = line.find_first_not_of(' ');
            line = from == line.npos ? "" : line.substr(from);
            if (line.starts_with("## ")) here = line.starts_with("## " + heading + ":");
            if (line == "<!--" || line == "-->") {
                comment = line == "<!--";
            } else if (here && comment) {
                commands.push_back(line);
            }
        }
        return commands;
    }
    // Quoted words are one word.
    static std::vector<std::string> words_of(const std::string& line) {
        std::istringstream in(line);
        std::vector<std::string> words;
        for (std::string word; in >> std::quoted(word);)
            words.push_back(word);
        return words;
    }
    // The text after the first word.
    static std::string rest(const std::string& line) { return line.substr(line.find(' ') + 1); }

    void follow(const std::string& heading) {
        viewer.reset();
        open_without_settling(default_preset(Scene::terrain), 1060, 720);
        settle_input();
        const auto commands = commands_of(heading);
        EXPECT_GT(commands.size(), 8u);
        for (const std::string& line : commands) {
            SCOPED_TRACE(line);
            carry_out(line);
            for (int i = 0; i < 3; ++i)
                settle_input();
            if (HasFatalFailure()) return;
        }
    }
    bool acts(const std::vector<std::string>& words) {
        if (words[0] == "click") {
            click(words.at(1), words[1].starts_with("export one") ? 0.05 : 0.5);
        } else if (words[0] == "press") {
            press(words.at(1));
        } else if (words[0] == "key") {
            key(words.at(1));
        } else if (words[0] == "enter") {
            enter(words.at(1), words.at(2));
        } else if (words[0] == "point") {
            const auto area = viewer->area();
            move_to({area.x + static_cast<int>(std::stod(words.at(1)) * area.width),
                     static_cast<int>(std::stod(words.at(2)) * area.height)});
        } else if (words[0] == "type") {
            type(words.at(1));
        } else if (words[0] == "change") {
            change(words.at(1), words.at(2));
        } else {
            return false;
        }
        return true;
    }
    // In the file of the function, as an editor would; | is the end of a line.
    void change(const std::string& from, std::string to) {
        const fs::path file = fs::absolute(viewer->session().open.function_file);
        std::ranges::replace(to, '|', '\n');
        std::string text = read_file(file);
        ASSERT_NE(text.find(from), text.npos) << text;
        text.replace(text.find(from), from.size(), to);
        const std::string &error = viewer->panel().status.function_error, before = error;
        write_file(file, text);
        ASSERT_TRUE(until([&] { return error != before || viewer->preset().function->text() == text; }));
    }
    void expect_function(const std::vector<std::string>& words) {
        if (words[0] == "function") {
            ASSERT_TRUE(until([&] { return viewer->preset().function && viewer->session().open.name == words.at(1); }));
        } else if (words[0] == "parameter") {
            const auto& all = viewer->preset().function->parameters();
            const auto one = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.name == words.at(1); });
            ASSERT_NE(one, all.end());
            EXPECT_EQ(static_cast<float>(one->value[0]), std::stof(words.at(2)));
        } else if (words[0] == "local") {
            EXPECT_EQ(viewer->session().tools.local, words.size() > 1 ? words[1] : "");
        } else {
            const std::string& error = viewer->panel().status.function_error;
            EXPECT_TRUE(until([&] { return error.find(words.at(1)) != error.npos; })) << error;
        }
    }
    void carry_out(const std::string& line) {
        const auto words = words_of(line);
        if (acts(words)) return;
        const auto& status = viewer->panel().status;
        const auto done = [&] { return until([&] { return fs::exists(dir / words.at(1)); }); };
        if (std::set<std::string>{"function", "parameter", "local", "fault"}.contains(words[0])) {
            expect_function(words);
        } else if (words[0] == "expect") {
            EXPECT_EQ(get(viewer->preset(), words.at(1)), words.at(2));
        } else if (words[0] == "copied") {
            EXPECT_NE(std::string(glfwGetClipboardString(viewer->window())).find(rest(line)), std::string::npos);
        } else if (words[0] == "status") {
            EXPECT_NE(status.under_cursor.find(rest(line)), std::string::npos) << status.under_cursor;
        } else if (words[0] == "lattice") {
            expect_zero_at_lattice_points();
        } else if (words[0] == "zeros") {
            EXPECT_EQ(values_at_lattice_points(), std::set<float>{0.0f});
        } else if (words[0] == "no") {
            EXPECT_EQ(values_at_lattice_points().count(0.0f), 0u);
        } else if (words[0] == "png") {
            ASSERT_TRUE(done()) << status.message.text;
            const Image image = read_png(dir / words[1]);
            EXPECT_EQ((std::array{image.width, image.height, image.depth}),
                      (std::array{std::stoi(words.at(2)), std::stoi(words.at(3)), std::stoi(words.at(4))}));
        } else if (words[0] == "animation") {
            ASSERT_TRUE(done()) << status.message.text;
            EXPECT_TRUE(until([&] { return status.message.text.find(words.at(2) + " frames") != std::string::npos; }));
        } else {
            FAIL() << "not a command: " << line;
        }
    }
    // Of all octaves, away from the origin.
    std::set<float> values_at_lattice_points() {
        const Noise noise(viewer->preset().settings);
        std::set<float> values;
        for (int i = 1; i < 20; ++i)
            values.insert(noise({i, 7 - 2 * i, 0, 0}, glm::vec4(0.0f)));
        return values;
    }
    // The figure's own numbers, a third of a pixel from the foot of each arrow.
    void expect_zero_at_lattice_points() {
        const auto area = viewer->area();
        const Box box = figure(viewer->preset().look, area.width, area.height).panels[0];
        Preset one = viewer->preset();
        one.settings.octaves = 1;
        const auto number = [&](double x, double y) { return probe(one, area.width, area.height, x, y); };
        const auto middle = number(box.x + box.width / 2, box.y + box.height / 2);
        ASSERT_TRUE(middle);
        const Box& cell = middle->cell_box;
        move_to({area.x + static_cast<int>(cell.x), static_cast<int>(cell.y)});
        int feet = 0;
        for (int i = -1; i <= 2; ++i) {
            for (int j = -1; j <= 2; ++j) {
                const auto p = number(cell.x + i * cell.width + 0.3, cell.y + j * cell.height + 0.3);
                if (!p) continue;
                ++feet;
                EXPECT_LT(std::fabs(p->value), 0.01) << i << " " << j;
            }
        }
        EXPECT_GT(feet, 5);
    }
};

}  // namespace

TEST_F(Tutorials, Learn) { follow("Learn"); }
TEST_F(Tutorials, Make) { follow("Make"); }
TEST_F(Tutorials, Write) { follow("Write"); }
TEST_F(Tutorials, Build) { follow("Build"); }
