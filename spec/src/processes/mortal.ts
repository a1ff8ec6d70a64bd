import childProcess, { type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import promises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import Database, { type Statement } from 'better-sqlite3'

/**
 * Loaded before a program (`node --import`), ends its process as a power cut would, at a point that the environment names: `DIE_AT` is
 * `POINT:N` for the Nth time it is reached, counted from when the file `DIE_WHEN` is there.
 */
const [point = '', times = '1'] = (process.env['DIE_AT'] ?? '').split(':')
const armed = process.env['DIE_WHEN'] ?? ''
let left = Number(times)

const reached = (here: string): void => {
  if (here !== point || !existsSync(armed)) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

const RENAMED: ReadonlyArray<readonly [path: RegExp, point: string]> = [
  [/\/(?:blobs|packages)\/[0-9a-f]{2}\/[0-9a-f]{64}$/, 'blob'],
  [/\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/, 'object'],
  [/\/pending\/[^/]*\.json$/, 'move'],
]

const { rename, open } = promises
promises.rename = async (from, to) => {
  await rename(from, to)
  for (const [path, here] of RENAMED) if (path.test(String(to))) reached(here)
}
promises.open = async (...asked: Parameters<typeof open>): Promise<FileHandle> => {
  const file = await open(...asked)
  if (!/\/drafts\//.test(String(asked[0]))) return file
  const write = file.write.bind(file) as (...given: ReadonlyArray<unknown>) => Promise<unknown>
  const watched = async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
    const written = await write(...given)
    reached('draft')
    return written
  }
  return Object.assign(file, { write: watched })
}

const { spawn } = childProcess
const watchedSpawn = (...asked: Parameters<typeof spawn>): ChildProcess => {
  const child = spawn(...asked)
  const { stdin } = child
  if (stdin === null || !JSON.stringify(asked[1]).includes('update-ref')) return child
  const write = stdin.write.bind(stdin) as (...given: ReadonlyArray<unknown>) => boolean
  const watched = (...given: ReadonlyArray<unknown>): boolean => {
    reached('before a ref')
    const written = write(...given)
    reached('ref')
    return written
  }
  Object.assign(stdin, { write: watched })
  return child
}
Object.assign(childProcess, { spawn: watchedSpawn })
syncBuiltinESMExports()

const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as Statement
const { run } = statement
const [before, after] = isMainThread ? ['before a projection', 'projection'] : ['before an append', 'append']
statement.run = function (this: Statement, ...given) {
  if (this.source !== 'COMMIT') return run.apply(this, given)
  reached(before)
  const done = run.apply(this, given)
  reached(after)
  return done
}
