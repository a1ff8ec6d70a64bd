import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { answerQuestions } from './questions.mjs'

/** The description of the API is the one that Forgefold gives of itself. */
const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address()
    probe.close(() => resolve(free))
  })
})
const child = spawn(process.execPath, [program, 'mock', '-p', String(port), 'openapi.json'], { stdio: 'ignore' })
const base = `http://127.0.0.1:${port}`
const prefix = process.env.API_PREFIX ?? ''
const rebased = globalThis.fetch
globalThis.fetch = (url, init) => rebased(String(url).replace(`${base}/api/v4`, `${base}${prefix}`), init)
for (;;) {
  const up = await rebased(`${base}${prefix}/projects/1`, { headers: { 'private-token': 'x' } }).catch(() => undefined)
  if (up !== undefined) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await answerQuestions({ base, headers: { 'private-token': 'x' }, project: 1, reset: undefined })
child.kill()
