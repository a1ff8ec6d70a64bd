import { releaseItem } from '@forgefold/core/releases'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

const at = async <A>(release: string, work: (instance: TestInstance) => Promise<A>): Promise<A> => {
  const instance = await openTestInstance({ release })
  try {
    return await work(instance)
  } finally {
    await instance.close()
  }
}

const withMergeRequest = async (instance: TestInstance, title: string): Promise<Readonly<Record<string, unknown>>> => {
  const post = async (path: string, json: unknown) => {
    const answered = await instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
    expect(answered.status, answered.text).toBe(201)
    return answered.json as Readonly<Record<string, unknown>>
  }
  const project = await post('/projects', { name: 'p', path: 'p', initialize_with_readme: true })
  const actions = [{ action: 'create', file_path: 'new.txt', content: 'new\n' }]
  const commits = `/projects/${project['id']}/repository/commits`
  await post(commits, { branch: 'feature', start_branch: 'main', commit_message: 'New', actions })
  return post(`/projects/${project['id']}/merge_requests`, { source_branch: 'feature', target_branch: 'main', title })
}

describe('rules at the last release before a change and at the first after', () => {
  it('a title that begins with WIP: makes a draft through 14.7', async () => {
    expect(await at('14.7', (instance) => withMergeRequest(instance, 'WIP: new'))).toMatchObject({ draft: true })
    expect(await at('14.8', (instance) => withMergeRequest(instance, 'WIP: new'))).toMatchObject({ draft: false })
    expect(await at('14.8', (instance) => withMergeRequest(instance, 'Draft: new'))).toMatchObject({ draft: true })
  })

  it('merge requests are ordered by title from 14.8 on', async () => {
    const list = (instance: TestInstance) =>
      instance.ask('GET', '/api/v4/merge_requests', { as: instance.root, query: 'order_by=title' })
    expect(await at('14.7', list)).toMatchObject({
      status: 400,
      json: { error: 'order_by does not have a valid value' },
    })
    expect((await at('14.8', list)).status).toBe(200)
  })

  it('tokens always end from 15.0 on', async () => {
    const expiry = async (instance: TestInstance): Promise<unknown> => {
      const application = await instance.ask('POST', '/api/v4/applications', {
        as: instance.root,
        json: { name: 'a', redirect_uri: 'https://client.example/back', scopes: 'api' },
      })
      expect(application.status, application.text).toBe(201)
      const { application_id, secret } = application.json as {
        readonly application_id: string
        readonly secret: string
      }
      const form = `grant_type=password&username=root&password=correct%20horse&client_id=${application_id}&client_secret=${secret}`
      const token = await instance.ask('POST', '/oauth/token', { form })
      expect(token.status, token.text).toBe(200)
      return (token.json as { readonly expires_in?: number | null }).expires_in ?? null
    }
    expect(await at('14.2', expiry)).toBe(null)
    expect(await at('14.3', expiry)).toBe(7200)
    expect(await at('15.0', expiry)).toBe(7200)
  })

  interface Offered {
    readonly response_types_supported: unknown
    readonly grant_types_supported: ReadonlyArray<string>
  }

  it('the implicit grant is offered through 14.10', async () => {
    const offered = async (instance: TestInstance): Promise<unknown> => {
      const answered = await instance.ask('GET', '/.well-known/openid-configuration')
      expect(answered.status).toBe(200)
      const { response_types_supported: types, grant_types_supported: grants } = answered.json as Offered
      return { types, implicit: grants.includes('implicit') }
    }
    expect(await at('14.10', offered)).toEqual({ types: ['code', 'token'], implicit: true })
    expect(await at('15.0', offered)).toEqual({ types: ['code'], implicit: false })
  })

  it('a job token opens the packages of a project from 15.3 on', () => {
    const packages = apiRoutes.filter(
      ({ path, jobToken }) => path.startsWith('/projects/:id/packages') && jobToken !== undefined,
    )
    const documented = packages.filter(({ path }) => /^\/projects\/:id\/packages(\/:package_id.*)?$/.test(path))
    expect(documented.length).toBeGreaterThan(3)
    for (const { method, path, jobToken } of documented)
      expect(jobToken, `${method} ${path}`).toBe(releaseItem('packages.job_token')?.since)
  })
})
