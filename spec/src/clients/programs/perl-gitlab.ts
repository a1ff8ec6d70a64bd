import assert from 'node:assert/strict'
import { execute } from '../bench.js'
import type { ForeignProgram } from '../program.js'

const SCRIPT = `
use strict;
use warnings;
use GitLab::API::v4;
my ($url, $token, $id) = @ARGV;
my $client = GitLab::API::v4->new(url => "$url/api/v4", private_token => $token);
$client->create_file($id, 'd/n w.txt', { branch => 'main', content => 'hello', commit_message => 'Add a file' });
print $client->raw_file($id, 'd/n w.txt', { ref => 'main' }), "\\n";
$client->create_issue($id, { title => "issue $_", labels => 'bug', confidential => 'false' }) for 0 .. 2;
my $pages = $client->paginator('issues', $id, { per_page => '1', sort => 'asc' });
my @titles;
while (my $issue = $pages->next) { push @titles, $issue->{title} }
print join(',', @titles), "\\n";
$client->protect_branch($id, { name => 'rel-*', push_access_level => '40', merge_access_level => '30' });
print $client->protected_branch($id, 'rel-*')->{push_access_levels}[0]{access_level}, "\\n";
$client->create_project_variable($id, { key => 'KEY', value => 'one', protected => '0' });
print $client->project_variable($id, 'KEY')->{value}, "\\n";
print defined $client->project(999999) ? 'some' : 'none', "\\n";
$client->unprotect_branch($id, 'rel-*');
print scalar(grep { $_->{name} eq 'rel-*' } @{ $client->protected_branches($id) }), "\\n";
`

/** Walks a project with the Perl client: numbers and booleans as text, short pages, 404 as no value. */
export const perlGitlab: ForeignProgram = {
  name: 'libgitlab-api-v4-perl',
  registry: 'Debian',
  tried: 'a file, issues by pages, a protected branch and a variable, with numbers and booleans sent as text',
  use: async (place) => {
    place.write('walk.pl', SCRIPT)
    const said = await execute(place, place.clone, 'perl', ['walk.pl', place.url, place.token, String(place.id)])
    assert.deepEqual(said.trim().split('\n'), ['hello', 'issue 0,issue 1,issue 2', '40', 'one', 'none', '0'])
  },
}
