import type { FilePatch } from '@forgefold/core/ports'

const modeOf = (mode: string): string => (mode === '000000' ? '0' : mode)

/** A changed file with its text (docs/reference/behaviour/git.md#changed-files). */
export const presentChange = (patch: FilePatch) => ({
  old_path: patch.oldPath,
  new_path: patch.newPath,
  a_mode: modeOf(patch.oldMode),
  b_mode: modeOf(patch.newMode),
  new_file: patch.kind === 'added',
  renamed_file: patch.oldPath !== patch.newPath,
  deleted_file: patch.kind === 'deleted',
  diff: patch.text,
})
