import { seed, startForge } from '@forgefold/testing'
import { answerQuestions } from './questions.mjs'

const forge = await startForge({
  seed: seed()
    .user('jane')
    .project('jane/app', (project) => project.commit('first', { 'README.md': '# app\n' }).issue('one').issue('two')),
})
await answerQuestions({
  base: forge.url,
  headers: { 'private-token': forge.tokens.jane },
  project: 1,
  reset: () => forge.reset(),
})
await forge.close()
