#!/bin/sh
# Collects what «cnistep audit» compares of this node, and «cnistep doctor --root» looks at: a tar file on stdout.
#
#   sh collect.sh > "$(uname -n).tar"
#
# It only reads. Of kubeconfigs and tokens it takes nothing but that they are there and when they end, and of plugins
# their first 4096 bytes and their sums; what looks like a secret in a configuration file is replaced.
#
#   -r ROOT   the node's file tree, where it is mounted, as /host in a pod
#   -c DIR    the configuration folder, else /etc/cni/net.d
#   -p DIR    a plugin folder beside the usual ones; may be repeated
#   -l DIR    libcni's folder, else /var/lib/cni
#   -v        ask every plugin for its versions: this executes them, with CNI_COMMAND=VERSION
#   -d DIR    write the tree there, which must not exist, and no tar file
set -u
umask 077
LC_ALL=C
export LC_ALL

root= conf=/etc/cni/net.d lib=/var/lib/cni ask= into= name=${NODE_NAME:-$(uname -n)}
plugin_dirs="/opt/cni/bin /usr/lib/cni /usr/libexec/cni"

die() { echo "collect.sh: $*" >&2; exit 2; }

while getopts r:c:p:l:d:v option; do
  case $option in
    r) root=${OPTARG%/} ;;
    c) conf=${OPTARG%/} ;;
    p) plugin_dirs="${OPTARG%/} $plugin_dirs" ;;
    l) lib=${OPTARG%/} ;;
    d) into=$OPTARG ;;
    v) ask=yes ;;
    *) die "usage: sh collect.sh [-v] [-r ROOT] [-c DIR] [-p DIR]... [-l DIR] [-d DIR] > NODE.tar" ;;
  esac
done
[ -d "$root/" ] || die "-r $root: no such folder"

if [ -n "$into" ]; then
  mkdir "$into" || exit 2
  out=$into
else
  [ ! -t 1 ] || die "stdout is a terminal; write «sh collect.sh > NODE.tar»"
  out=$(mktemp -d) || exit 2
  trap 'rm -rf "$out"' EXIT
  trap 'exit 130' INT TERM
fi
mkdir -p "$out/commands"

# The place of a node's path here, with one link followed inside of the root.
here() {
  if [ -L "$root$1" ]; then
    target=$(readlink "$root$1")
    case $target in
      /*) printf '%s' "$root$target" ;;
      *) printf '%s' "$root${1%/*}/$target" ;;
    esac
  else
    printf '%s' "$root$1"
  fi
}

# Runs a program of the node, if it has it; it gets five seconds.
of_node() {
  if [ -n "$root" ]; then
    timeout 5 chroot "$root" "$@" 2>/dev/null
  else
    command -v "$1" >/dev/null && timeout 5 "$@" 2>/dev/null
  fi
}

# stdin becomes the file of that path, with the mode and the time of the node's.
keep() {
  mkdir -p "$out${1%/*}" && cat >"$out$1" || return
  from=$(here "$1")
  stat -c "%a %u:%g %s %Y $1" "$from" >>"$out/commands/stat" 2>/dev/null
  chmod "$(stat -c %a "$from")" "$out$1" 2>/dev/null
  touch -r "$from" "$out$1" 2>/dev/null
}

without_secrets() {
  sed -E \
    -e 's/("[^"]*([Tt]oken|[Pp]assw|[Ss]ecret|[Cc]redential|[Pp]rivate_?[Kk]ey|[Aa]pi_?[Kk]ey)[^"]*"[[:space:]]*:[[:space:]]*)"([^"\\]|\\.)*"/\1"<redacted>"/g' \
    -e 's/eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/<redacted>/g' \
    -e 's#(https?|etcd)://[^/@" ]*:[^/@" ]*@#\1://<redacted>@#g'
}

# When the last token in a file ends, in seconds since 1970; nothing where none says so.
ends() {
  grep -oE 'eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}' "$1" 2>/dev/null | cut -d. -f2 | while read -r part; do
    part=$(printf '%s' "$part" | tr '_-' '/+')
    while [ $((${#part} % 4)) -ne 0 ]; do part="$part="; done
    printf '%s' "$part" | base64 -d 2>/dev/null | grep -oE '"exp": *[0-9]+' | grep -oE '[0-9]+'
  done | sort -n | tail -n 1
}

# A kubeconfig: that it is there, and an unsigned token which holds nothing but the date.
kubeconfig() {
  exp=$(ends "$(here "$1")")
  {
    echo "# left out by collect.sh; of its tokens only the date at which the last one ends is kept"
    if [ -n "$exp" ]; then
      claims=$(printf '{"exp":%s}' "$exp" | base64 | tr -d '=\n' | tr '/+' '_-')
      echo "token: eyJhbGciOiJub25lIn0.$claims."
    fi
  } | keep "$1"
}

configuration() {
  for file in "$root$conf"/* "$root$conf"/*/*; do
    path=${file#"$root"}
    [ -f "$(here "$path")" ] || continue
    case ${path##*/} in
      *[Kk]ubeconfig* | *token* | *.pem | *.key | *.crt) ;;
      *.conflist* | *.conf* | *.json*) without_secrets <"$(here "$path")" | keep "$path" ;;
    esac
  done
}

# The files that the chains name, and those that flannel and Calico look for.
named_files() {
  keys='kubeconfig|subnetFile|log_file|log_file_path|logFile'
  {
    cat "$root$conf"/*.conf* "$root$conf"/*.json 2>/dev/null |
      grep -oE "\"($keys)\"[[:space:]]*:[[:space:]]*\"/[^\"]*\"" | sed -E 's/.*"(\/[^"]*)"$/\1/'
    find "$root$conf" -name '*ubeconfig*' -type f 2>/dev/null | sed "s|^$root/|/|"
    echo /run/flannel/subnet.env
    echo /var/lib/calico/nodename
  } | sort -u | while read -r path; do
    [ -f "$(here "$path")" ] || continue
    case $path in
      *ubeconfig*) kubeconfig "$path" ;;
      *.env | */nodename) without_secrets <"$(here "$path")" | keep "$path" ;;
      *) : | keep "$path" ;;
    esac
  done
}

# What starts a plugin, its dynamic loader or its interpreter: an empty file where the node has it.
loader() {
  {
    head -c 4096 "$1" | grep -aoE '/[A-Za-z0-9_/.-]*/ld-[A-Za-z0-9_.-]*\.so[.0-9]*'
    head -n 1 "$1" | head -c 200 | grep -aE '^#!' | sed -E 's/^#![[:space:]]*([^[:space:]]*).*/\1/'
  } 2>/dev/null | while read -r path; do
    [ -e "$out$path" ] || { [ ! -e "$root$path" ] && [ ! -L "$root$path" ]; } || : | keep "$path"
  done
}

plugins() {
  for dir in $plugin_dirs; do
    for file in "$root$dir"/*; do
      path=${file#"$root"}
      from=$(here "$path")
      if [ -f "$from" ]; then
        head -c 4096 "$from" | keep "$path"
        loader "$from"
        sha256sum <"$from" | sed "s|-\$|$path|" >>"$out/commands/sha256"
      elif [ -L "$file" ]; then
        mkdir -p "$out$dir" && ln -s "$(readlink "$file")" "$out$path"
      fi
    done
  done
}

# VERSION is the one verb that touches nothing; it is asked only with -v.
versions() {
  separator='{'
  for dir in $plugin_dirs; do
    for file in "$root$dir"/*; do
      [ -f "$file" ] && [ -x "$file" ] || continue
      spoken=$(echo '{"cniVersion":"1.0.0"}' | of_node env CNI_COMMAND=VERSION "${file#"$root"}" |
        tr -d '\n ' | sed -nE 's/.*"supportedVersions":(\[[^]]*\]).*/\1/p')
      [ -n "$spoken" ] || continue
      printf '%s"%s":%s' "$separator" "${file##*/}" "$spoken"
      separator=','
    done
  done
  [ "$separator" = '{' ] || echo '}'
}

# libcni's results, without the configurations in them, and host-local's reservations.
state() {
  for file in "$root$lib"/results/*; do
    [ -f "$file" ] || continue
    sed -E 's/"config":"[^"]*"/"config":""/' "$file" | without_secrets | keep "${file#"$root"}"
  done
  for file in "$root$lib"/networks/*/*; do
    [ -f "$file" ] && keep "${file#"$root"}" <"$file"
  done
}

namespaces() {
  [ -d "$root/run/netns" ] || return 0
  separator='['
  for file in "$root"/run/netns/*; do
    case ${file##*/} in *[!A-Za-z0-9._-]*) continue ;; esac
    [ -e "$file" ] || continue
    printf '%s{"path":"%s","magic":"%s"}' "$separator" "${file#"$root"}" "$(stat -f -c %t "$file")"
    separator=','
  done
  [ "$separator" = '[' ] && printf '['
  echo ']'
}

# Sandboxes, by their ids alone: labels and annotations may hold what is nobody's business.
pods() {
  of_node crictl pods -q --no-trunc --state Ready >"$out/ready" || { rm -f "$out/ready"; return 0; }
  {
    sed 's/.*/{"id":"&","state":"SANDBOX_READY"}/' "$out/ready"
    of_node crictl pods -q --no-trunc --state NotReady | sed 's/.*/{"id":"&","state":"SANDBOX_NOTREADY"}/'
  } | paste -s -d, - | sed 's/.*/{"items":[&]}/' >"$out/commands/crictl-pods.json"
  rm -f "$out/ready"
}

# Keeps what a command says under its name, unless it says nothing.
say() {
  file=$out/commands/$1
  shift
  "$@" >"$file" 2>/dev/null
  [ -s "$file" ] || rm -f "$file"
}

tasks() { [ -f "$out/commands/crictl-pods.json" ] || of_node ctr -n k8s.io tasks list; }
mounts() { cat "$root/proc/1/mounts" || { [ -z "$root" ] && cat /proc/self/mounts; }; }
selinux() {
  for dir in $plugin_dirs $conf; do
    ls -dZ "$root$dir" "$root$dir"/*
  done | grep ':.*:' | sed "s| $root/| /|"
}
denials() { grep -h 'avc: *denied.*cni' "$root/var/log/audit/audit.log" | tail -n 20; }
addresses() {
  mine=$(readlink /proc/self/ns/net)
  [ -z "$root" ] || [ "$mine" = "$(readlink "$root/proc/1/ns/net")" ] || return 0
  of_node ip -j -d addr
}

say name echo "$name"
say date date +%s
say uname-m uname -m
configuration
named_files
plugins
state
say netns.json namespaces
pods
say ctr-containers tasks
say mounts mounts
say ls-Z selinux
say audit-denials denials
say ip-addr.json addresses
[ -z "$ask" ] || say versions.json versions

[ -n "$into" ] || tar -C "$out" -cf - .
