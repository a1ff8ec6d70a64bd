import assert from 'node:assert/strict'
import type { ForeignProgram } from '../program.js'

interface Release {
  readonly description: string
  readonly assets: { readonly links: ReadonlyArray<{ readonly name: string; readonly url: string }> }
}

/** Analyses commits, publishes to the npm registry of the project, commits, tags, releases with a file. */
export const semanticRelease: ForeignProgram = {
  name: 'semantic-release',
  registry: 'npm',
  plugins: ['@semantic-release/gitlab', '@semantic-release/npm', '@semantic-release/git'],
  tried:
    'a first release out of commits: npm package in the registry of the project, commit and tag pushed, release with notes and an uploaded file',
  use: async (place) => {
    const registry = `${place.url}/api/v4/projects/${place.id}/packages/npm/`
    place.write(
      'package.json',
      JSON.stringify({ name: '@tools/semantic', version: '0.0.0-development', publishConfig: { registry } }),
    )
    place.write('.npmrc', `${registry.replace(/^http:/, '')}:_authToken=\${NPM_TOKEN}\n`)
    place.write('notes.txt', 'a file of the release\n')
    place.write(
      '.releaserc.json',
      JSON.stringify({
        branches: ['main'],
        plugins: [
          '@semantic-release/commit-analyzer',
          '@semantic-release/release-notes-generator',
          '@semantic-release/npm',
          ['@semantic-release/gitlab', { gitlabUrl: place.url, assets: ['notes.txt'] }],
          ['@semantic-release/git', { assets: ['package.json'], message: 'chore(release): ${nextRelease.version}' }],
        ],
      }),
    )
    await place.commit('feat: everything')
    const env = { GL_TOKEN: place.token, GL_URL: place.url, NPM_TOKEN: place.token, CI: 'true' }
    await place.tool('semantic-release', ['--no-ci'], env)
    const release = await place.api<Release>('GET', `/projects/${place.id}/releases/v1.0.0`)
    assert.match(release.description, /everything/)
    const [link] = release.assets.links
    assert.equal(link?.name, 'notes.txt')
    const file = await fetch(link?.url ?? '', { headers: { 'PRIVATE-TOKEN': place.token } })
    assert.equal(await file.text(), 'a file of the release\n')
    const [found] = await place.api<ReadonlyArray<{ version: string }>>('GET', `/projects/${place.id}/packages`)
    assert.equal(found?.version, '1.0.0')
    const [head] = await place.api<ReadonlyArray<{ title: string }>>('GET', `/projects/${place.id}/repository/commits`)
    assert.equal(head?.title, 'chore(release): 1.0.0')
  },
}
