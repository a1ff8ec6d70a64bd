import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** File descriptor 3 of a receiving process is a pipe to this server; its hooks inherit it. */
const HOOK_CHANNEL = 3

/** At most this many push options are passed on. */
const MAX_OPTIONS = 100

// Each request ends with a line of a single dot; so does a refusal. A name may hold line breaks, which git refuses only after this hook: so every
// line of refs has a prefix, and none is taken for the end of the request or for another one.
const PRE_RECEIVE = `#!/bin/sh
# Asks the forge, over a pipe it left open, whether these refs may move.
options() {
  at=0
  while [ "$at" -lt "\${GIT_PUSH_OPTION_COUNT:-0}" ] && [ "$at" -lt ${MAX_OPTIONS} ]; do
    eval "option=\\$GIT_PUSH_OPTION_$at"
    # One line each.
    case "$option" in *"
"*) ;; *) printf 'option %s\\n' "$option" ;; esac
    at=$((at + 1))
  done
}
{ printf 'ask\\n%s\\n' "$GIT_OBJECT_DIRECTORY"; options; sed 's/^/ref /'; printf '.\\n'; } >&${HOOK_CHANNEL} || exit 1
IFS= read -r verdict <&${HOOK_CHANNEL} || exit 1
[ "$verdict" = yes ] && exit 0
while IFS= read -r line <&${HOOK_CHANNEL} && [ "$line" != . ]; do printf '%s\\n' "$line" >&2; done
exit 1
`

const POST_RECEIVE = `#!/bin/sh
# Tells the forge which refs have moved, waits until it has taken note, and shows what it says.
{ printf 'tell\\n%s\\n' -; sed 's/^/ref /'; printf '.\\n'; } >&${HOOK_CHANNEL} || exit 0
IFS= read -r noted <&${HOOK_CHANNEL} || exit 0
[ "$noted" = says ] || exit 0
while IFS= read -r line <&${HOOK_CHANNEL} && [ "$line" != . ]; do printf '%s\\n' "$line"; done
exit 0
`

const write = async (path: string, text: string): Promise<void> => {
  // Moved into place atomically: another server may be running it now, and half a hook would accept everything.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text)
  await chmod(draft, 0o700)
  await rename(draft, path)
}

/** Installs the two hooks. */
export const installHooks = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await write(join(folder, 'pre-receive'), PRE_RECEIVE)
  await write(join(folder, 'post-receive'), POST_RECEIVE)
}

/** Git skips a hook that is not executable, so pushes are refused unless both are. */
export const hooksAreExecutable = async (folder: string): Promise<boolean> => {
  try {
    await access(join(folder, 'pre-receive'), constants.X_OK)
    await access(join(folder, 'post-receive'), constants.X_OK)
    return true
  } catch {
    return false
  }
}
