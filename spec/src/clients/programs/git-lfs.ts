import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const LARGE = 'large content\n'.repeat(200_000)

/** Sends large files beside a push, fetches them with a clone, locks a file and unlocks it. */
export const gitLfs: ForeignProgram = {
  name: 'git-lfs',
  registry: 'Debian',
  tried: 'a tracked file pushed and cloned again, `lock`, `locks --verify`, a refused second lock, `unlock`',
  use: async (place) => {
    await place.git('lfs', 'install', '--local')
    await place.git('lfs', 'track', '--lockable', '*.bin')
    place.write('large.bin', LARGE)
    await place.commit('A large file')
    const blob = await place.git('show', 'HEAD:large.bin')
    assert.match(blob, /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:[0-9a-f]{64}\nsize 2800000\n$/)
    const other = join(place.folder, 'git-lfs-again')
    const remote = (await place.git('remote', 'get-url', 'origin')).trim()
    mkdirSync(other)
    const again = (...args: ReadonlyArray<string>): Promise<string> => execute(place, other, 'git', args)
    await again('init', '-q')
    await again('lfs', 'install', '--local')
    await again('remote', 'add', 'origin', remote)
    await again('pull', '-q', 'origin', 'main')
    assert.equal(readFileSync(join(other, 'large.bin'), 'utf8'), LARGE)
    assert.match(await place.git('lfs', 'lock', 'large.bin'), /Locked large\.bin/)
    assert.match(await place.git('lfs', 'locks', '--verify'), /O large\.bin/)
    await assert.rejects(place.git('lfs', 'lock', 'large.bin'), /already locked/)
    assert.match(await place.git('lfs', 'unlock', 'large.bin'), /Unlocked large\.bin/)
    assert.equal(await place.git('lfs', 'locks'), '')
    place.write('second.bin', `${LARGE}more`)
    await place.commit('Another large file')
    await place.git('lfs', 'fsck')
  },
}
