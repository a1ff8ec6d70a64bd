// #region fixture
const makeProject = () => forge.as('root').fetch('/api/v4/projects?name=app', { method: 'POST' })

test.each(['one test', 'the next, which begins anew'])('makes a project: %s', async () => {
  expect((await makeProject()).status).toBe(201)
  expect((await makeProject()).status).toBe(400)
})
// #endregion fixture
