import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const MANIFEST = { name: 'tools/kit', description: 'A kit', type: 'library', autoload: { files: ['kit.php'] } }

/** Installs two versions of a package out of the registry of the group, which was told of a tag and a branch. */
export const composer: ForeignProgram = {
  name: 'composer',
  registry: 'Debian',
  tried: '`install` of a package of a private project by its group, as a tag and as a branch, and `show --available`',
  use: async (place) => {
    const said = (text: string): string => `<?php const KIT = '${text}';\n`
    place.write('composer.json', JSON.stringify(MANIFEST))
    place.write('kit.php', said('tag'))
    await place.commit('Kit')
    const packages = `/projects/${place.id}/packages/composer`
    await place.api('POST', `/projects/${place.id}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' })
    place.write('kit.php', said('branch'))
    await place.commit('More')
    await place.api('POST', packages, { tag: 'v1.0.0' })
    await place.api('POST', packages, { branch: 'main' })
    const { host } = new URL(place.url)
    const group = encodeURIComponent('tools')
    const repository = { type: 'composer', url: `${place.url}/api/v4/group/${group}/-/packages/composer/packages.json` }
    const run = async (constraint: string, ...args: ReadonlyArray<string>): Promise<string> => {
      const folder = join(place.clone, 'consumer', args.join('-'), constraint.replace(/\W/g, ''))
      mkdirSync(folder, { recursive: true })
      const config = { 'secure-http': false, 'preferred-install': 'dist' }
      const repositories = [repository, { packagist: false }]
      const consumer = { name: 'tools/consumer', repositories, require: { 'tools/kit': constraint }, config }
      writeFileSync(join(folder, 'composer.json'), JSON.stringify(consumer))
      const login = { 'http-basic': { [host]: { username: 'root', password: place.token } } }
      writeFileSync(join(folder, 'auth.json'), JSON.stringify(login))
      const env = { COMPOSER_HOME: join(folder, 'home'), COMPOSER_ALLOW_SUPERUSER: '1' }
      const out = await execute(place, folder, 'composer', [...args, '--no-interaction'], env)
      return args[0] === 'install' ? readFileSync(join(folder, 'vendor/tools/kit/kit.php'), 'utf8') : out
    }
    assert.equal(await run('^1.0', 'install'), said('tag'))
    assert.equal(await run('dev-main', 'install'), said('branch'))
    assert.match(await run('^1.0', 'show', '--available', 'tools/kit'), /versions : 1\.0\.0, dev-main/)
  },
}
