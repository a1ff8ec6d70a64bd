import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { answerQuestions } from './questions.mjs'

const BASE = 'http://forge.example'
const opened = (title, index) => ({ id: index + 1, iid: index + 1, project_id: 1, title, state: 'opened' })
let issues = ['one', 'two'].map(opened)
const server = setupServer(
  http.get(`${BASE}/api/v4/projects/:id`, () => HttpResponse.json({ id: 1, name: 'app' })),
  http.get(`${BASE}/api/v4/projects/:id/issues`, () => HttpResponse.json(issues)),
  http.get(`${BASE}/api/v4/projects/:id/issues/:iid`, ({ params }) =>
    HttpResponse.json(issues.find(({ iid }) => iid === Number(params.iid))),
  ),
  http.post(`${BASE}/api/v4/projects/:id/issues`, async ({ request }) => {
    const { title } = await request.json()
    issues = [...issues, opened(title, issues.length)]
    return HttpResponse.json(issues.at(-1), { status: 201 })
  }),
)
server.listen({ onUnhandledRequest: 'error' })
await answerQuestions({
  base: BASE,
  headers: {},
  project: 1,
  reset: async () => {
    issues = ['one', 'two'].map(opened)
    server.resetHandlers()
  },
})
server.close()
