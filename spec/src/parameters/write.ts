import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chooseTests } from './choose.js'
import { namedTests, PAGES_FOLDER, readHeard } from './files.js'
import { parameterPages } from './pages.js'

/** `npm run parameters [-- TEST…]`: runs these tests, listens to what they send, and writes the pages on parameters. */
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const tests = process.argv.slice(2)
const given = process.env['FORGEFOLD_HEARD_PARAMETERS']
const folder = given ?? mkdtempSync(join(tmpdir(), 'forgefold-heard-'))
try {
  if (tests.length > 0) {
    const env = { ...process.env, FORGEFOLD_HEARD_PARAMETERS: folder }
    const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests], { stdio: 'inherit', env })
    process.exitCode = status ?? 1
  }
  const pages = parameterPages(chooseTests(namedTests(), readHeard(folder)))
  mkdirSync(PAGES_FOLDER, { recursive: true })
  for (const [file, text] of pages) writeFileSync(join(PAGES_FOLDER, file), text)
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
