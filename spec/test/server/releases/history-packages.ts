import { formFile, helmChart, nugetPackage } from '@forgefold/spec/testing'
import { expect } from 'vitest'
import type { Asking } from './history-asking.js'
import type { Setting } from './history-people.js'

const CONAN_BUILD = '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9'
const CONAN_FILES = ['export/conanfile.py', `package/${CONAN_BUILD}/0/conaninfo.txt`]

const POM = '<project><groupId>com.acme</groupId><artifactId>kit</artifactId><version>1.0</version></project>'

/** One of a name of its own, and one that is named like its project. */
const publishMaven = async ({ instance, must }: Asking, at: string): Promise<void> => {
  const { path_with_namespace: own } = await must('GET', at)
  for (const name of ['com/acme/kit', String(own)]) {
    const maven = await instance.ask('PUT', `/api/v4${at}/packages/maven/${name}/1.0/kit-1.0.pom`, {
      bytes: Buffer.from(POM),
      headers: { 'private-token': instance.root },
    })
    expect(maven.status, maven.text).toBeLessThan(300)
  }
}

const publishNpm = async ({ must }: Asking, at: string): Promise<void> => {
  const tarball = 'widget-1.0.0.tgz'
  await must('PUT', `${at}/packages/npm/@g%2fwidget`, {
    _id: '@g/widget',
    name: '@g/widget',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: '@g/widget', version: '1.0.0', dist: { tarball: `http://x/${tarball}` } } },
    _attachments: { [`@g/${tarball}`]: { data: Buffer.from('packed').toString('base64'), length: 6 } },
  })
}

const publishPypi = async ({ instance }: Asking, at: string): Promise<void> => {
  const form = new FormData()
  for (const [name, value] of [
    [':action', 'file_upload'],
    ['name', 'kit'],
    ['version', '1.0'],
  ] as const)
    form.append(name, value)
  form.append('content', new Blob(['wheel']), 'kit-1.0.tar.gz')
  const encoded = new Response(form)
  const sent = await instance.ask('POST', `/api/v4${at}/packages/pypi`, {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'private-token': instance.root },
  })
  expect(sent.status, sent.text).toBeLessThan(300)
}

const publishHelm = async ({ instance }: Asking, at: string): Promise<void> => {
  const form = await formFile('chart', helmChart('web', '1.0.0'), 'web.tgz')
  const sent = await instance.ask('POST', `/api/v4${at}/packages/helm/api/stable/charts`, {
    ...form,
    as: instance.root,
  })
  expect(sent.status, sent.text).toBe(201)
}

const publishNuget = async ({ instance }: Asking, at: string): Promise<void> => {
  const form = await formFile('package', nugetPackage('Tool', '1.0.0'), 'package.nupkg')
  const sent = await instance.ask('PUT', `/api/v4${at}/packages/nuget`, { ...form, as: instance.root })
  expect(sent.status, sent.text).toBe(201)
}

/** A recipe of Conan with one build. */
const publishConan = async ({ instance }: Asking, at: string): Promise<void> => {
  for (const path of CONAN_FILES) {
    const sent = await instance.ask('PUT', `/api/v4${at}/packages/conan/v1/files/kit/1.0/g+p/stable/0/${path}`, {
      bytes: Buffer.from('conan'),
      as: instance.root,
    })
    expect(sent.status, sent.text).toBe(200)
  }
}

const publishModule = async ({ instance }: Asking, at: string): Promise<void> => {
  const path = `/api/v4${at}/packages/terraform/modules/net/aws/1.0.0/file`
  const sent = await instance.ask('PUT', path, { bytes: Buffer.from('module'), as: instance.root })
  expect(sent.status, sent.text).toBe(201)
}

/** A version of a branch of its own, which is a Go module too. */
const publishComposer = async ({ must }: Asking, at: string): Promise<string> => {
  const actions = [
    { action: 'create', file_path: 'composer.json', content: '{ "name": "acme/kit" }' },
    { action: 'create', file_path: 'go.mod', content: 'module forge.test/g/p\n' },
  ]
  const { id } = await must('POST', `${at}/repository/commits`, {
    branch: 'composer',
    start_branch: 'main',
    commit_message: 'Manifest',
    actions,
  })
  await must('POST', `${at}/packages/composer`, { branch: 'composer' })
  await must('POST', `${at}/repository/tags`, { tag_name: 'v1.0.0', ref: 'composer' })
  return String(id)
}

/** One package of each kind that something reads: a generic one by a running job, the others by root; gives the commit that the Composer one was made of. */
export const writePackages = async (asking: Asking, { at }: Setting, jobToken: string): Promise<string> => {
  const generic = await asking.instance.ask('PUT', `/api/v4${at}/packages/generic/tool/1.0.0/tool.bin`, {
    bytes: Buffer.from('bytes'),
    headers: { 'job-token': jobToken },
  })
  expect(generic.status).toBe(201)
  await publishMaven(asking, at)
  await publishNpm(asking, at)
  await publishPypi(asking, at)
  await publishHelm(asking, at)
  await publishNuget(asking, at)
  await publishConan(asking, at)
  await publishModule(asking, at)
  const archived = await publishComposer(asking, at)
  await asking.must('POST', `${at}/terraform/state/production`, { serial: 1 })
  return archived
}

/** A Composer archive in a project of its own. */
export const writeArchive = async ({ instance }: Asking, project: number): Promise<void> => {
  const archive = await instance.ask('PUT', `/api/v4/projects/${project}/packages/composer/acme/1.0/a.zip`, {
    bytes: Buffer.from('zip'),
    headers: { 'private-token': instance.root },
  })
  expect(archive.status, archive.text).toBe(201)
}
