import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, startApp } from './app.js'

/** `npm run next`: the example of mounting a forge in Next, built and started by Next, then asked. */
const folder = mkdtempSync(join(tmpdir(), 'forgefold-next-'))
try {
  buildApp(folder)
  const { url, stop } = await startApp(folder)
  try {
    const ask = async (path: string, init?: RequestInit): Promise<readonly [number, string]> => {
      const answer = await fetch(`${url}${path}`, init)
      return [answer.status, await answer.text()]
    }
    assert.deepEqual(await ask('/own'), [200, 'my own page'])
    assert.deepEqual(await ask('/api/v4/projects'), [200, '[]'])
    const body = new URLSearchParams({ grant_type: 'password', username: 'jane', password: 'wrong' })
    const [status, text] = await ask('/oauth/token', { method: 'POST', body })
    assert.match(`${status} ${text}`, /^4\d\d .*"invalid_grant"/)
    process.stdout.write('1 passed, 0 failed\n')
  } finally {
    await stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
