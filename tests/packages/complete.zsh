# Types the beginning of lines into an interactive zsh and completes them with Tab. Prints "all", or the failures.
zmodload zsh/zpty
line=$(mktemp)
zpty shell env TERM=vt100 zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D"
zpty -w shell "take() { print -r -- \"\$BUFFER\" >$line; BUFFER=; zle redisplay }"
zpty -w shell "zle -N take; bindkey '^G' take; print re''ady"
zpty -r shell output '*ready*'
# completes LINE RESULT: Tab at the end of LINE turns it into RESULT.
completes() {
    : >$line
    zpty -n -w shell "$1"$'\t\a'
    repeat 100; do
        [[ -s $line ]] && break
        zpty -r -t shell output
        sleep 0.1
    done
    [[ $(<$line) = $2 ]] || { print -r "'$1': expected '$2', got '$(<$line)'"; exit 1 }
}
completes 'isonoise rend' 'isonoise render '
completes 'isonoise render --colo' 'isonoise render --colormap='
completes 'isonoise render --scene=mar' 'isonoise render --scene=marble '
completes 'isonoise bake --backend au' 'isonoise bake --backend auto '
completes 'isonoise view terrain-al' 'isonoise view terrain-alps '
completes 'isonoise generate f' 'isonoise generate fish '
completes 'isonoise render -o com' 'isonoise render -o complete.zsh '
print all
zpty -d shell
rm $line
