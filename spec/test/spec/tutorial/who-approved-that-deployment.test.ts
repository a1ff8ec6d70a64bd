import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgefold } from '@forgefold/spec/processes'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PAGE = fileURLToPath(new URL('../../../../docs/tutorial/who-approved-that-deployment.md', import.meta.url))
const DIST = fileURLToPath(new URL('../../../../server/dist/', import.meta.url))
/** On two busy cores: every command is a process of its own. */
const TIMEOUT = 300_000

interface Block {
  readonly language: string
  readonly text: string
}

/** Every line of what a page promises is in what was said, in this order; `…` stands for anything. */
const patternOf = (promised: string): RegExp => {
  const lines = promised.trimEnd().split('\n')
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\"]/g, '\\$&')
  return new RegExp(lines.map((line) => line.split('…').map(escaped).join('.*')).join('[\\s\\S]*'))
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

describe.runIf(programs.need('git') && programs.need('curl'))('the tutorial on who approved a deployment', () => {
  let folder: string
  let said: ReadonlyArray<string> = []
  let failure = ''
  const blocks: ReadonlyArray<Block> = [...readFileSync(PAGE, 'utf8').matchAll(/^```(sh|text)\n([\s\S]*?)^```/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  )
  const commands = blocks.filter(({ language }) => language === 'sh')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-tutorial-'))
    mkdirSync(join(folder, 'bin'))
    for (const [name, file] of [
      ['forgefold', forgefold],
      ['forgefold-verify', `${DIST}forgefold-verify.js`],
    ] as const)
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`, {
        mode: 0o755,
      })
    const port = String(await freePort())
    const script = [
      'set -e',
      ...commands.map(({ text }, at) => `${text.replaceAll('8080', port)}\necho "=== ${at}"`),
    ].join('\n')
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder }
    const ran = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8', timeout: TIMEOUT - 20_000 })
    said = ran.stdout.split(/^=== \d+\n/m)
    if (ran.status !== 0) failure = `${ran.status} ${ran.stdout}\n${ran.stderr}`
  }, TIMEOUT)
  afterAll(() => {
    const [pid] = [spawnSync('cat', [join(folder, 'serve.pid')], { encoding: 'utf8' }).stdout.trim()]
    if (failure !== '' && /^\d+$/.test(pid)) spawnSync('kill', ['-9', pid])
    rmSync(folder, { recursive: true, force: true })
  })

  it('comes to its end', () => {
    expect(failure).toBe('')
    expect(said).toHaveLength(commands.length + 1)
  })
  it('says what it promises', () => {
    let at = -1
    for (const { language, text } of blocks)
      if (language === 'sh') at++
      else expect(said[at]).toMatch(patternOf(text))
  })
})
