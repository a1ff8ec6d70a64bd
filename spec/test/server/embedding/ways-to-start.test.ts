import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forgefold } from '@forgefold/spec/processes'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(process.cwd(), 'node_modules', '.forgefold-starts-'))
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  writeFileSync(
    join(folder, 'hooks.mjs'),
    'export const resolve = (specifier, context, next) => next(specifier, context)\n',
  )
  const inThread = `import { Worker } from 'node:worker_threads'\nnew Worker(new URL('program.mjs', import.meta.url))\n`
  writeFileSync(join(folder, 'thread.mjs'), inThread)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Where the server is bundled, the bundle is what somebody imports who has installed the package. */
const IMPORTED = forgefold.endsWith('start.cjs')
  ? `(await import(${JSON.stringify(join(dirname(forgefold), 'load.cjs'))})).default.load('server.js')`
  : "await import('@forgefold/server')"

/** Writes into a folder of data, whose event log is written by a worker thread. */
const PROGRAM = `const { createForge } = ${IMPORTED}
const { mkdtempSync } = await import('node:fs')
const forge = await createForge({ data: mkdtempSync(process.env.DATA) })
const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
const made = await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
await forge.close()
console.log(JSON.stringify(made.left ?? made.right.id))
`

const INPUT = '--input-type=module'

it.each([
  ['a file', ['program.mjs'], {}],
  ['an argument', [INPUT, '-e', PROGRAM], {}],
  ['an argument after its flag', [INPUT, `--eval=${PROGRAM}`], {}],
  ['an argument of CommonJS', ['-e', `(async () => {${PROGRAM}})()`], {}],
  ['an argument to be printed', ['-p', `void (async () => {${PROGRAM}})()`], {}],
  ['standard input', [INPUT, '-'], {}],
  ['an argument whose type is in the environment', ['-e', PROGRAM], { NODE_OPTIONS: INPUT }],
  ['an argument with limits', ['--max-old-space-size=300', INPUT, '-e', PROGRAM], {}],
  ['a file with a module before it', ['--import', 'data:text/javascript,', 'program.mjs'], {}],
  ['a file with hooks', ['--loader', './hooks.mjs', 'program.mjs'], {}],
  ['a file with hooks in the environment', ['program.mjs'], { NODE_OPTIONS: '--loader ./hooks.mjs' }],
  ['a worker thread', ['thread.mjs'], {}],
])('a program that is %s keeps its forge in a folder', (_, args, environment) => {
  const env = { ...process.env, NODE_OPTIONS: '', DATA: join(folder, 'data-'), ...environment }
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', input: PROGRAM })
  expect(stdout.split('\n')).toContain('1')
})
