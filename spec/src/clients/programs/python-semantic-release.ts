import assert from 'node:assert/strict'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

/** Raises the version of a Python project out of its commits, tags, pushes, releases. */
export const pythonSemanticRelease: ForeignProgram = {
  name: 'python-semantic-release',
  registry: 'PyPI',
  tried: '`version`: version raised out of commits, commit and tag pushed, release with its changelog',
  use: async (place) => {
    const { host } = new URL(place.url)
    place.write(
      'pyproject.toml',
      [
        '[project]',
        'name = "tried"',
        'version = "0.0.0"',
        '[tool.semantic_release]',
        'version_toml = ["pyproject.toml:project.version"]',
        'allow_zero_version = false',
        '[tool.semantic_release.remote]',
        'type = "gitlab"',
        `domain = "${host}"`,
        'insecure = true',
        '[tool.semantic_release.remote.token]',
        'env = "GITLAB_TOKEN"',
        '',
      ].join('\n'),
    )
    await place.commit('feat: everything')
    const env = { GITLAB_TOKEN: place.token, CI_SERVER_URL: place.url, PYTHONPATH: place.pythonPath }
    await execute(place, place.clone, 'python3', ['-m', 'semantic_release', 'version'], env)
    const release = await place.api<{ description: string }>('GET', `/projects/${place.id}/releases/v1.0.0`)
    assert.match(release.description, /v1\.0\.0/)
    const [head] = await place.api<ReadonlyArray<{ title: string }>>('GET', `/projects/${place.id}/repository/commits`)
    assert.match(head?.title ?? '', /1\.0\.0/)
  },
}
