import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ArchiveFormat } from '@forgefold/core/ports'

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The archive formats that git can create with the installed programs: bzip2 needs the program of that name. */
export const archiveFormats = (path = process.env['PATH'] ?? ''): ReadonlySet<ArchiveFormat> => {
  const bzip2 = path.split(delimiter).some((folder) => isProgram(join(folder, 'bzip2')))
  return new Set(['tar', 'tar.gz', 'zip', ...(bzip2 ? (['tar.bz2'] as const) : [])])
}
