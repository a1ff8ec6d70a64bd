import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignProgram } from '../program.js'

/** Keeps a table of those who contributed. */
export const allContributors: ForeignProgram = {
  name: 'all-contributors-cli',
  registry: 'npm',
  tried: '`check` against the contributors of the project, `add` of a user, `generate` of the table',
  use: async (place) => {
    place.write(
      '.all-contributorsrc',
      JSON.stringify({
        projectName: place.path.slice('tools/'.length),
        projectOwner: 'tools',
        repoType: 'gitlab',
        repoHost: place.url,
        files: ['README.md'],
        imageSize: 100,
        commit: false,
        contributors: [],
      }),
    )
    place.write('README.md', '# Tried\n<!-- ALL-CONTRIBUTORS-LIST:START --><!-- ALL-CONTRIBUTORS-LIST:END -->\n')
    await place.commit('docs: everything')
    const env = { PRIVATE_TOKEN: place.token }
    assert.match(await place.tool('all-contributors', ['check'], env), /Ann|Administrator/)
    await place.tool('all-contributors', ['add', 'root', 'doc'], env)
    await place.tool('all-contributors', ['generate'], env)
    assert.match(readFileSync(join(place.clone, 'README.md'), 'utf8'), /Administrator/)
  },
}
