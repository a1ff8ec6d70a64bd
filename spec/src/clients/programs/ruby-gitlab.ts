import assert from 'node:assert/strict'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const SCRIPT = `
require 'gitlab'
url, token, id = ARGV
client = Gitlab.client(endpoint: url + '/api/v4', private_token: token)
client.create_commit(id, 'topic', 'Add a file', [{ action: 'create', file_path: 'a b.txt', content: "one\\n" }], start_branch: 'main')
puts client.file_contents(id, 'a b.txt', 'topic')
client.create_label(id, 'bug', '#ff0000')
3.times { |number| client.create_issue(id, "issue #{number}", labels: 'bug') }
puts client.issues(id, per_page: 1, sort: 'asc').auto_paginate.map(&:title).join(',')
client.close_issue(id, 2)
puts client.issues(id, not: { labels: 'other' }, state: 'closed').map(&:iid).join(',')
request = client.create_merge_request(id, 'A request', source_branch: 'topic', target_branch: 'main', labels: 'bug')
client.create_merge_request_discussion(id, request.iid, body: 'a thread')
60.times do
  break if client.merge_request(id, request.iid).merge_status == 'can_be_merged'
  sleep 0.1
end
puts client.accept_merge_request(id, request.iid, squash: true).state
begin
  client.issue(id, 99)
rescue Gitlab::Error::NotFound => refused
  puts refused.response_status
end
`

/** Walks a project with the Ruby client: form bodies, nested arrays, pages by links. */
export const rubyGitlab: ForeignProgram = {
  name: 'ruby-gitlab',
  registry: 'Debian',
  tried: 'a commit, its file, issues by pages and filters, a merge request with a thread merged, a refusal read',
  use: async (place) => {
    place.write('walk.rb', SCRIPT)
    const said = await execute(place, place.clone, 'ruby', ['walk.rb', place.url, place.token, String(place.id)])
    assert.deepEqual(said.trim().split('\n'), ['one', 'issue 0,issue 1,issue 2', '2', 'merged', '404'])
  },
}
