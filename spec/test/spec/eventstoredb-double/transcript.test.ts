import { readFileSync } from 'node:fs'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { differences, type Transcript, transcribe } from '@forgefold/spec/eventstoredb-transcript'
import { describe, expect, it } from 'vitest'

/** What nodes of EventStoreDB 23.10.6 and 24.2.0 answer; `npm run laws:esdb` asks one anew. */
const golden = JSON.parse(
  readFileSync(new URL('../../../golden/esdb-transcript.json', import.meta.url), 'utf8'),
) as Transcript

const transcript = async (): Promise<Transcript> => {
  const double = await startEventStoreDbDouble()
  try {
    return await transcribe(double.connectionString)
  } finally {
    await double.stop()
  }
}

describe('the transcript of the double', () => {
  it('is that of a real node', async () => {
    expect(Object.keys(golden)).toHaveLength(572)
    expect(differences(golden, await transcript())).toEqual([])
  })

  it('is the same by batches as by single appends', async () => {
    const answers = await transcript()
    const single = Object.entries(answers).filter(([name]) => name.endsWith('(single)'))
    expect(single.length).toBeGreaterThan(200)
    for (const [name, answer] of single) expect(answers[name.replace('(single)', '(batch)')], name).toBe(answer)
  })

  it('answers what the documents of the server say', async () => {
    const answers = await transcript()
    expect(answers).toMatchObject({
      'append [9] expecting stream_exists to a softDeleted stream (batch)': 'stream-deleted',
      'append [9] expecting no_stream to a softDeleted stream (batch)': 'written 2',
      'append [1,9] expecting no_stream to a live stream (batch)': 'wrong-expected-version 1',
      'append [1] expecting 1 to a live stream (batch)': 'written 2',
      'deleteStream expecting any of a missing stream': 'wrong-expected-version -1',
      'tombstoneStream expecting any of a missing stream': 'done',
      'read backwards from 7 of a live stream': 'revisions 1 0',
      'read forwards from 7 of a live stream': 'revisions none',
      'a subscription from revision 0 is told of': 'confirmation 1 2 caughtUp 3',
    })
  })
})
