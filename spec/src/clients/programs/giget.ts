import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignProgram } from '../program.js'

/** Fetches the files of a project as a template. */
export const giget: ForeignProgram = {
  name: 'giget',
  registry: 'npm',
  tried: 'a private project fetched as a template, with a token',
  use: async (place) => {
    place.write('template/file.txt', 'from a template\n')
    await place.commit('Template')
    const env = { GIGET_GITLAB_URL: place.url, GIGET_AUTH: place.token }
    await place.tool('giget', [`gitlab:${place.path}#main`, 'fetched', '--auth', place.token], env)
    assert.equal(readFileSync(join(place.clone, 'fetched/template/file.txt'), 'utf8'), 'from a template\n')
  },
}
