# Read by the scripts that `make run` calls. say ENGLISH KOREAN: the one in the language of the terminal, on standard
# error; the same variables count as for the program (src/config).
say() {
    case ${STET_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
    ko | ko[_.@-]*) echo "$2" >&2 ;;
    *) echo "$1" >&2 ;;
    esac
}
