import { createHash } from 'node:crypto'
import { markForDestruction } from '@forgefold/core/domains/packages/package'
import { eventually } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, openPackageWorld, type World } from './world.js'

const list = (versions: ReadonlyArray<string>): string =>
  `<metadata><groupId>com.ex</groupId><artifactId>demo</artifactId><versioning><latest>${versions.at(-1)}</latest><release>${versions.at(-1)}</release><versions>${versions.map((one) => `<version>${one}</version>`).join('')}</versions><lastUpdated>20220101000000</lastUpdated></versioning></metadata>`

describe('maven-metadata.xml after a deletion', () => {
  let world: World
  let maven: string
  beforeAll(async () => {
    world = await openPackageWorld()
    maven = `${API}/projects/${world.projects.private}/packages/maven`
  })
  afterAll(() => world.instance.close())

  const put = async (path: string, text: string) => {
    const answered = await world.ask('PUT', `${maven}/${path}`, { as: world.instance.root, bytes: Buffer.from(text) })
    expect(answered.status).toBe(200)
  }
  const read = (path: string) => world.ask('GET', `${maven}/${path}`, { as: world.instance.root })
  const versionsIn = (xml: string) => [...xml.matchAll(/<version>([^<]*)</g)].map(([, one]) => one)
  const packages = () =>
    world.json<ReadonlyArray<{ id: number; name: string; version: string | null }>>(
      'GET',
      `/projects/${world.projects.private}/packages`,
      { query: 'package_type=maven&include_versionless=true' },
    )
  const remove = async (name: string, version: string) => {
    const found = (await packages()).find((one) => one.name === name && one.version === version)
    const path = `${API}/projects/${world.projects.private}/packages/${found?.id}`
    expect((await world.ask('DELETE', path, { as: world.instance.root })).status).toBe(204)
  }

  test('lists the versions that are left, with fingerprints of what it says now', async () => {
    for (const version of ['1.0', '1.1', '1.2']) await put(`com/ex/demo/${version}/demo-${version}.pom`, version)
    await put('com/ex/demo/maven-metadata.xml', list(['1.0', '1.1', '1.2']))
    await remove('com/ex/demo', '1.2')
    const { text } = await read('com/ex/demo/maven-metadata.xml')
    expect(versionsIn(text)).toEqual(['1.0', '1.1'])
    expect(text).toContain('<latest>1.1</latest><release>1.1</release>')
    expect(text).not.toContain('20220101000000')
    for (const kind of ['md5', 'sha1', 'sha256', 'sha512']) {
      const told = await read(`com/ex/demo/maven-metadata.xml.${kind}`)
      expect([told.status, told.text]).toEqual([200, createHash(kind).update(text).digest('hex')])
    }
  })

  test('goes with the last version, and the artifact leaves the plugins of its group', async () => {
    const plugin = (name: string) => `<plugin><prefix>${name}</prefix><artifactId>${name}</artifactId></plugin>`
    await put(
      'com/ex/maven-metadata.xml',
      `<metadata><plugins>${plugin('demo')}${plugin('other')}</plugins></metadata>`,
    )
    await remove('com/ex/demo', '1.0')
    expect((await read('com/ex/maven-metadata.xml')).text).toContain(plugin('demo'))
    await remove('com/ex/demo', '1.1')
    expect((await read('com/ex/demo/maven-metadata.xml')).status).toBe(404)
    const group = await read('com/ex/maven-metadata.xml')
    expect(group.text).toContain(plugin('other'))
    expect(group.text).not.toContain(plugin('demo'))
    expect((await packages()).map(({ name, version }) => [name, version])).toEqual([['com/ex', null]])
  })

  test('is made true by what follows a deletion that broke off', async () => {
    for (const version of ['1.0', '1.1']) await put(`com/ex/two/${version}/two-${version}.pom`, version)
    await put('com/ex/two/maven-metadata.xml', list(['1.0', '1.1']))
    const found = (await packages()).find((one) => one.name === 'com/ex/two' && one.version === '1.1')
    const { instance } = world
    await markForDestruction(instance.forge, instance.context(), found?.id ?? 0)
    const versions = await eventually('a list of one', async () => {
      const named = versionsIn((await read('com/ex/two/maven-metadata.xml')).text)
      return named.length === 1 ? named : undefined
    })
    expect(versions).toEqual(['1.0'])
    const holder = (await packages()).find((one) => one.name === 'com/ex/two' && one.version === null)
    const files = await world.json<ReadonlyArray<{ file_name: string }>>(
      'GET',
      `/projects/${world.projects.private}/packages/${holder?.id}/package_files`,
    )
    expect(files.map(({ file_name }) => file_name)).toEqual(['maven-metadata.xml'])
  })

  test('what is no such list stays to the letter', async () => {
    await put('com/ex/odd/1.0/odd-1.0.pom', 'x')
    await put('com/ex/odd/maven-metadata.xml', '<x/>')
    await remove('com/ex/odd', '1.0')
    expect((await read('com/ex/odd/maven-metadata.xml')).text).toBe('<x/>')
  })
})
