import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainGit, serveFolder } from '@forgefold/spec/git'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MEBIBYTE = 1024 * 1024
const SIZE = 200

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-big-'))
  await mkdir(join(folder, 'data'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it(`streams a push of ${SIZE} MiB and its clone: the server does not grow by that`, { timeout: 120_000 }, async () => {
  const server = await serveFolder(join(folder, 'data'))
  try {
    await server.api('POST', '/projects', { name: 'p', path: 'p' })
    await mkdir(join(folder, 'work'))
    const git = plainGit(join(folder, 'work'), folder)
    await git.run('init', '-q')
    const file = await open(join(folder, 'work/big.bin'), 'w')
    for (let n = 0; n < SIZE; n++) await file.write(randomBytes(MEBIBYTE))
    await file.close()
    await git.run('-c', 'core.compression=0', 'add', '.')
    await git.run('commit', '-qm', 'big')
    const before = await server.memory()
    let peak = before
    const watch = setInterval(() => {
      server.memory().then(
        (now) => {
          peak = Math.max(peak, now)
        },
        () => undefined,
      )
    }, 20)
    const began = Date.now()
    await git.run('-c', 'core.compression=0', '-c', 'pack.compression=0', 'push', '-q', server.gitUrl('root/p'), 'main')
    const pushed = Date.now()
    const afterPush = peak
    await plainGit(folder, folder).run('clone', '-q', '--bare', server.gitUrl('root/p'), 'clone')
    clearInterval(watch)
    const show = (bytes: number): string => `${Math.round(bytes / MEBIBYTE)} MiB`
    console.info(
      `push of ${SIZE} MiB in ${pushed - began} ms, clone in ${Date.now() - pushed} ms; resident before ${show(before)}, at most ${show(afterPush)} while pushing, ${show(peak)} while cloning`,
    )
    expect(peak - before).toBeLessThan((SIZE / 2) * MEBIBYTE)
  } finally {
    await server.kill()
  }
})
