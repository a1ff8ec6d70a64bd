import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The published packages by the last part of their names. */
export const NAMES = ['core', 'adapters', 'server', 'testing', 'laws'] as const

/** Packs every package into a folder; gives the tarballs. The packages stand unpacked in `assembled`. */
export const pack = (folder: string): ReadonlyArray<string> =>
  execFileSync(process.execPath, ['scripts/packages.mjs', folder], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
