/** What a test of a client asks of whatever stands in for the API, the same of each; answers are printed as one line of JSON. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const TIMES = 11

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

const succeeds = async (question) => {
  try {
    return (await question()) === true
  } catch {
    return false
  }
}

/**
 * `base` is the address without a path, `headers` those of a user, `project` a project with at least one issue that they may write to,
 * `reset` goes back to the beginning.
 */
export const answerQuestions = async ({ base, headers, project, reset }) => {
  const api = (path, init = {}) =>
    fetch(`${base}/api/v4${path}`, { ...init, headers: { ...headers, 'content-type': 'application/json' } })
  const issues = `/projects/${project}/issues`
  const write = (path, method, body) => api(path, { method, body: JSON.stringify(body) })
  const first = await api(`/projects/${project}`)
  await first.text()
  const firstAnswer = Date.now() - Number(process.env.STARTED)
  const titles = async () => (await (await api(`${issues}?per_page=100`)).json()).map(({ title }) => title)
  const answers = {
    remembers: await succeeds(async () => {
      await write(issues, 'POST', { title: 'It rains in' })
      return (await titles()).includes('It rains in')
    }),
    changes: await succeeds(async () => {
      await write(`${issues}/1`, 'PUT', { state_event: 'close' })
      return (await (await api(`${issues}/1`)).json()).state === 'closed'
    }),
    pages: await succeeds(async () => {
      const page = await api(`${issues}?per_page=1`)
      return (await page.json()).length === 1 && Number(page.headers.get('x-total')) > 1
    }),
    refusesStrangers: await succeeds(async () => (await fetch(`${base}/api/v4/user`)).status === 401),
    refusesNonsense: await succeeds(async () => (await write(issues, 'POST', { title: '' })).status === 400),
    clones: await succeeds(async () => {
      const { http_url_to_repo: url } = await (await api(`/projects/${project}`)).json()
      const named = url.replace('://', `://oauth2:${headers['private-token']}@`)
      return (await promisify(execFile)('git', ['ls-remote', named, 'HEAD'], { timeout: 60_000 })).stdout.length > 0
    }),
  }
  const took = []
  for (let time = 0; reset !== undefined && time < TIMES; time++) {
    await write(issues, 'POST', { title: 'Once more' })
    const from = performance.now()
    await reset()
    took.push(performance.now() - from)
  }

  console.log(JSON.stringify({ firstAnswer, reset: took.length === 0 ? null : median(took), ...answers }))
}
