/** What a package has beside its code: what it says of itself, its licence, what changed, and files written by hand. */
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.mjs'

const WRITTEN_BY_HAND = /\.(js|d\.ts|md)$/

export const addTexts = (home, folder) => {
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(ROOT, name), join(folder, name))
  for (const name of readdirSync(home))
    if (WRITTEN_BY_HAND.test(name)) copyFileSync(join(home, name), join(folder, name))
}
