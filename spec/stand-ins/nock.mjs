import nock from 'nock'
import { answerQuestions } from './questions.mjs'

const BASE = 'http://forge.example'
const issue = (title, iid) => ({ id: iid, iid, project_id: 1, title, state: 'opened' })
/** Answers as a recording would have kept them. */
const replay = () => {
  nock.cleanAll()
  nock(BASE)
    .persist()
    .get('/api/v4/projects/1')
    .reply(200, { id: 1, name: 'app' })
    .get(/^\/api\/v4\/projects\/1\/issues\?/)
    .reply(200, [issue('two', 2), issue('one', 1)], { 'X-Total': '2' })
    .get('/api/v4/projects/1/issues/1')
    .reply(200, issue('one', 1))
    .post('/api/v4/projects/1/issues')
    .reply(201, issue('It rains in', 3))
}
replay()
await answerQuestions({ base: BASE, headers: {}, project: 1, reset: async () => replay() })
nock.restore()
