import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Heard } from './choose.js'
import { readSentBy, type SentBy } from './pages.js'

/** Where the pages lie, from the folder of the project. */
export const PAGES_FOLDER = 'docs/reference/parameters'

/** Which test the committed pages name for each parameter. */
export const namedTests = (): SentBy =>
  new Map(
    existsSync(PAGES_FOLDER)
      ? readdirSync(PAGES_FOLDER).flatMap((file) => [...readSentBy(readFileSync(join(PAGES_FOLDER, file), 'utf8'))])
      : [],
  )

/** What a run kept. */
export const readHeard = (folder: string): Heard =>
  new Map(
    existsSync(folder)
      ? readdirSync(folder).map((file) => [
          file.replaceAll('+', '/'),
          new Set(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')),
        ])
      : [],
  )
