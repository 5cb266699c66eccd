import Basics
import CommandLineKit

extension Command {
  /// - Parameter interfaces: what is served beside the program's own interfaces.
  static func completions(with interfaces: [any InterfaceExtension]) -> Command {
    let specification = CommandSpecification(
      path: ["completions"], summary: "Print the completions of a shell", operands: "bash|zsh|fish",
      discussion: """
        'make install' and the Debian package install them. To install them for yourself:
          fourcuts completions bash > ~/.local/share/bash-completion/completions/fourcuts
          fourcuts completions zsh > "${fpath[1]}/_fourcuts"
          fourcuts completions fish > ~/.config/fish/completions/fourcuts.fish
        """, usesDataDirectory: false)
    return Command(specification: specification) { command, context in
      try command.expectOperands(1...1)
      let specifications = Command.all(with: interfaces).map(\.specification)
      switch command.operands[0] {
      case "bash": try context.console.out(Completions.bash(specifications))
      case "zsh": try context.console.out(Completions.zsh(specifications))
      case "fish": try context.console.out(Completions.fish(specifications))
      default: throw DomainError.usage("shell-unknown", "Completions exist for bash, zsh and fish only.")
      }
    }
  }
}

enum Completions {
  /// A function for bash (4 or later).
  static func bash(_ commands: [CommandSpecification]) -> String {
    let cases = commands.map { command in
      let words = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
      return "    '\(command.name)') words='\(words)' ;;"
    }
    return """
      _fourcuts() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words
        COMPREPLY=()
        case $previous in
      \(valueCases(commands).map { "    \($0)" }.joined(separator: "\n"))
        esac
        local subcommand=${COMP_WORDS[1]}
        case $subcommand in \(groups(commands).joined(separator: "|"))) subcommand="$subcommand ${COMP_WORDS[2]}" ;; esac
        if (( COMP_CWORD == 1 )); then
          COMPREPLY=($(compgen -W '\(firstWords(commands).joined(separator: " "))' -- "$current"))
          return
        fi
        if (( COMP_CWORD == 2 )); then
          case ${COMP_WORDS[1]} in
      \(groups(commands).map { "      \($0)) COMPREPLY=($(compgen -W '\(following($0, commands))' -- \"$current\")); return ;;" }.joined(separator: "\n"))
          esac
        fi
        case $subcommand in
      \(cases.joined(separator: "\n"))
        esac
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        else
          COMPREPLY=($(compgen -f -- "$current"))
        fi
      }
      complete -o filenames -F _fourcuts fourcuts

      """
  }

  static func zsh(_ commands: [CommandSpecification]) -> String {
    let cases = commands.map { command in
      let options = command.allOptions.map { "'\(zshOption($0))'" }.joined(separator: " ")
      return "    '\(command.name)') _arguments \(options) '*:file:_files' ;;"
    }
    let described = firstWords(commands).map { "'\($0)'" }.joined(separator: " ")
    return """
      #compdef fourcuts
      _fourcuts() {
        local subcommand=${words[2]}
        case $subcommand in \(groups(commands).joined(separator: "|"))) subcommand="$subcommand ${words[3]}" ;; esac
        if (( CURRENT == 2 )); then
          compadd \(described)
          return
        fi
        if (( CURRENT == 3 )); then
          case ${words[2]} in
      \(groups(commands).map { "      \($0)) compadd \(following($0, commands)); return ;;" }.joined(separator: "\n"))
          esac
        fi
        case $subcommand in
      \(cases.joined(separator: "\n"))
        esac
      }
      _fourcuts "$@"

      """
  }

  /// Completions for fish (3.4 or later).
  static func fish(_ commands: [CommandSpecification]) -> String {
    let words = firstWords(commands).map { word in
      let summary = commands.first { $0.path == [word] }?.summary ?? secondWords(word, commands).joined(separator: ", ")
      return "complete -c fourcuts -n '__fourcuts_is' -a \(word) -d \(fishQuoted(summary))"
    }
    let subcommands = commands.filter { $0.path.count > 1 }.map { command in
      "complete -c fourcuts -n '__fourcuts_is \(command.path[0])' -a \(command.path[1]) -d \(fishQuoted(command.summary))"
    }
    return """
      function __fourcuts_words
        set -l words (commandline -opc)
        set -e words[1]
        string join \\n -- $words
      end
      function __fourcuts_is
        test "$(__fourcuts_words)" = "$(string join \\n -- $argv)"
      end
      function __fourcuts_begins
        set -l words (__fourcuts_words)
        test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
      end
      complete -c fourcuts -f
      \((words + subcommands + commands.flatMap { fishArguments($0, commands) }).joined(separator: "\n"))

      """
  }

  private static func fishArguments(_ command: CommandSpecification, _ commands: [CommandSpecification]) -> [String] {
    // A longer command begins with the same words.
    let longer = commands.filter { $0.path.count > command.path.count && $0.path.starts(with: command.path) }
    let condition = (["__fourcuts_begins \(command.name)"] + longer.map { "not __fourcuts_begins \($0.name)" })
      .joined(separator: "; and ")
    let start = "complete -c fourcuts -n '\(condition)'"
    let options = command.allOptions.map { option in
      let values =
        switch option.choices {
        case _ where option.value == nil: ""
        case ["DIR"]: " -x -a '(__fish_complete_directories)'"
        case ["FILE"]: " -r -F"
        default: " -x" + (option.choices.isEmpty ? "" : " -a \(fishQuoted(option.choices.joined(separator: " ")))")
        }
      return "\(start) -l \(option.name)\(values) -d \(fishQuoted(option.help))"
    }
    guard !command.operandChoices.isEmpty else {
      return options + (command.operands.contains("FILE") ? ["\(start) -F"] : [])
    }
    return options + ["\(start) -a \(fishQuoted(command.operandChoices.joined(separator: " ")))"]
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  private static func firstWords(_ commands: [CommandSpecification]) -> [String] {
    unique(commands.map { $0.path[0] })
  }

  private static func groups(_ commands: [CommandSpecification]) -> [String] {
    unique(commands.filter { $0.path.count > 1 }.map { $0.path[0] })
  }

  private static func secondWords(_ group: String, _ commands: [CommandSpecification]) -> [String] {
    commands.filter { $0.path[0] == group && $0.path.count > 1 }.map { $0.path[1] }
  }

  /// What may follow the first word of several commands, which may be a command, too.
  private static func following(_ group: String, _ commands: [CommandSpecification]) -> String {
    let own = commands.first { $0.path == [group] }?.allOptions.map { "--\($0.name)" } ?? []
    return (secondWords(group, commands) + own).joined(separator: " ")
  }

  private static func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  private static func valueCases(_ commands: [CommandSpecification]) -> [String] {
    var seen: Set<String> = []
    return commands.flatMap(\.allOptions).filter { $0.value != nil && seen.insert($0.name).inserted }.map { option in
      let candidates =
        switch option.choices {
        case ["DIR"]: "compgen -d -- \"$current\""
        case ["FILE"]: "compgen -f -- \"$current\""
        default: "compgen -W '\(option.choices.joined(separator: " "))' -- \"$current\""
        }
      return "--\(option.name)) COMPREPLY=($(\(candidates))); return ;;"
    }
  }

  private static func zshOption(_ option: OptionSpecification) -> String {
    let help = option.help.filter { !"[]':".contains($0) }
    let repeated = option.isRepeatable ? "*" : ""
    guard let value = option.value else { return "\(repeated)--\(option.name)[\(help)]" }
    let action =
      switch option.choices {
      case ["DIR"]: "_files -/"
      case ["FILE"]: "_files"
      default: option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
      }
    return "\(repeated)--\(option.name)=[\(help)]:\(value.lowercased().filter { !":,=".contains($0) }):\(action)"
  }
}
