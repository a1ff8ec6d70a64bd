/** Starts a bundle on a folder that goes away, so that its code is compiled before anybody waits for it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const KEEP_CODE = fileURLToPath(new URL('keep-code.cjs', import.meta.url))
const TOKEN = 'token-of-a-warm-up'

const addressOf = async (server) => {
  for await (const line of createInterface({ input: server.stdout })) {
    const found = /ready on (http:\/\/\S+)/.exec(line)
    if (found !== null) return found[1]
  }
  throw new Error('the bundle did not start')
}

/** What a server answers to nearly everybody. */
const COMMON = ['/-/health', '/api/v4/user', '/api/v4/projects']
/** The first tells every route, and so loads every area of the API; the others load the pages. */
const EVERY_AREA = ['/api/v4/openapi.json', '/users/sign_in', '/explore']

const run = async (start, paths) => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-warm-up-'))
  const args = [KEEP_CODE, start, 'serve', '--port', '0', '--data', data, '--log-level', 'error']
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORGEFOLD_ROOT_TOKEN: TOKEN },
  })
  const ended = once(server, 'close')
  // Its notices are for whoever starts it; here they are of interest where it fails.
  const complaints = []
  server.stderr.on('data', (text) => complaints.push(text))
  try {
    const address = await addressOf(server)
    for (const path of paths) await (await fetch(address + path, { headers: { 'PRIVATE-TOKEN': TOKEN } })).arrayBuffer()
  } catch (error) {
    process.stderr.write(Buffer.concat(complaints))
    throw error
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

/** Takes the bundle's `start.cjs`. The files that every start loads are kept as the first run needs them, the others as the second does. */
export const warmUp = async (start) => {
  await run(start, COMMON)
  await run(start, EVERY_AREA)
}
