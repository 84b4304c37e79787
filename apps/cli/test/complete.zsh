# Completes a line in an interactive zsh on a terminal of its own, and prints each match.
# Arguments: the script of completions, the line.
zmodload zsh/zpty
zpty matches zsh -f -i
zpty -w matches 'PROMPT= PS2=; stty -echo 2>/dev/null; unsetopt zle_bracketed_paste 2>/dev/null'
zpty -w matches "autoload -Uz compinit && compinit -D -u; source ${(q)1}"
zpty -w matches '
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- MATCH:${^hits}
  builtin compadd "$@"
}
ended() { print ENDED; exit }
comppostfuncs=(ended)
bindkey "^I" complete-word
print READY'
while zpty -r matches line; do [[ $line == *READY* && $line != *print* ]] && break; done
zpty -w -n matches "$2"$'\t'
while zpty -r matches line; do
  line=${line//$'\r'/}
  [[ $line == *MATCH:* ]] && print -r -- ${${line##*MATCH:}%$'\n'}
  [[ $line == *ENDED* ]] && break
done
zpty -d matches 2>/dev/null
