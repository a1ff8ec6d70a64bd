/** The tables of the read model without rows, ready made: running their statements takes a process longer than all else a forge begins with. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { emptyRows, emptyRowsFile } from '../../adapters/dist/read-model/index.js'

/** Writes them into folders of joined code, which looks for them beside itself. */
export const writeEmptyRows = (...folders) => {
  const packed = gzipSync(emptyRows().image(), { level: 9 })
  for (const folder of folders) writeFileSync(join(folder, emptyRowsFile()), packed)
}
