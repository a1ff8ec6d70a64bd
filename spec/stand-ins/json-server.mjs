import jsonServer from 'json-server'
import { answerQuestions } from './questions.mjs'

const beginning = () => ({
  projects: [{ id: 1, name: 'app', path_with_namespace: 'jane/app' }],
  issues: ['one', 'two'].map((title, index) => ({ id: index + 1, projectId: 1, title, state: 'opened' })),
  user: { id: 1, username: 'jane' },
})
const router = jsonServer.router(beginning())
const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
app.use(jsonServer.rewriter({ '/api/v4/projects/:id/issues/:iid': '/issues/:iid', '/api/v4/*': '/$1' }))
app.use(router)
const server = app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
await answerQuestions({
  base: `http://127.0.0.1:${server.address().port}`,
  headers: {},
  project: 1,
  reset: async () => router.db.setState(beginning()),
})
server.close()
