import type { DiffLimits } from '../../../projects/repository/collect-patches.js'

/** No file costs more than this on average in a whole diff. */
const BYTES_A_FILE = 5 * 1024

/** What counts of one file. */
export interface FileSize {
  readonly lines: number
  readonly bytes: number
}

/** Says for each file in turn whether its text is shown; past a tenth of the limits, texts are folded away. */
export const expanding = (limits: DiffLimits, fileCount: number): ((file: FileSize) => boolean) => {
  if (fileCount <= 1) return () => true
  const most = {
    files: Math.floor(limits.files / 10),
    lines: Math.floor(limits.lines / 10),
    bytes: Math.floor((limits.files * BYTES_A_FILE) / 10),
    patchBytes: Math.floor(limits.patchBytes / 10),
  }
  let files = 0
  let lines = 0
  let bytes = 0
  return (file) => {
    const passed = files >= most.files || lines >= most.lines || bytes >= most.bytes
    files++
    lines += file.lines
    bytes += file.bytes
    return !passed && file.bytes < most.patchBytes
  }
}

/** How many files a version has, as the API shows it: `5`, `1000+`; null where it is empty. */
export const realSize = (kept: number, overflow: boolean): string | null =>
  kept === 0 && !overflow ? null : `${kept}${overflow ? '+' : ''}`
