import assert from 'node:assert/strict'
import type { ForeignProgram } from '../program.js'

/** Raises a version, tags, pushes, releases with a file. */
export const releaseIt: ForeignProgram = {
  name: 'release-it',
  registry: 'npm',
  tried: 'a minor release: version raised, commit and tag pushed, release with a changelog and an uploaded file',
  use: async (place) => {
    place.write('package.json', JSON.stringify({ name: 'release-it-tried', version: '1.0.0', private: true }))
    place.write('notes.txt', 'a file of the release\n')
    place.write(
      '.release-it.json',
      JSON.stringify({
        git: { requireUpstream: false, pushArgs: ['--follow-tags', 'origin', 'HEAD:main'] },
        npm: { publish: false },
        gitlab: { release: true, origin: place.url, assets: ['notes.txt'] },
      }),
    )
    await place.commit('feat: everything')
    await place.git('branch', '-q', '--set-upstream-to=origin/main')
    await place.tool('release-it', ['minor', '--ci'], { GITLAB_TOKEN: place.token })
    const release = await place.api<{ name: string; assets: { links: ReadonlyArray<{ name: string }> } }>(
      'GET',
      `/projects/${place.id}/releases/1.1.0`,
    )
    assert.equal(release.name, 'Release 1.1.0')
    assert.deepEqual(
      release.assets.links.map(({ name }) => name),
      ['notes.txt'],
    )
  },
}
