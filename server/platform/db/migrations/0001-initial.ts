import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * All tables of version 0.2. Times are integer milliseconds and encrypted columns are text, which both engines keep alike;
 * what each column holds stands with its row's type (`server/platform/db/schema.ts`).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const statements = [
    ...keys,
    ...jobs,
    ...visitors,
    ...limits,
    ...records,
    ...links,
    ...applications,
    ...vacancies,
    ...executives,
    ...reminders,
    ...pausedRegistrations,
    ...mandates,
    ...agreements,
    ...staff,
    ...desk,
    // There are several tokens for each record, and the key is all that one consists of.
    searchTokens + (isPostgres ? '' : ' without rowid'),
    ...indexesOfSearch,
    ...webhooks,
    auditLog(isPostgres ? seqOnPostgres : seqOnSqlite),
    ...audit,
    ...(isPostgres ? guardOnPostgres : guardOnSqlite),
    ...sandbox,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const keys = [
  `create table key_check (
    id text primary key,
    index_secret text not null,
    since bigint not null
  )`,
  `create table signing_keys (
    id text primary key,
    created_at bigint not null,
    encrypted text not null
  )`,
]

const jobs = [
  `create table jobs (
    id text primary key,
    kind text not null,
    payload text not null,
    created_at bigint not null,
    run_at bigint not null,
    attempts integer not null,
    status text not null,
    last_failure text,
    finished_at bigint,
    request_id text,
    record_id text
  )`,
  'create index jobs_due on jobs (status, run_at)',
  'create index jobs_record on jobs (record_id)',
  `create table schedules (
    name text primary key,
    taken_at bigint not null,
    previous_at bigint not null
  )`,
  `create table clock_watch (
    id text primary key,
    seen_at bigint not null,
    jumped_from bigint,
    jumped_to bigint
  )`,
  `create table digests (
    until_at bigint primary key
  )`,
]

const visitors = [
  `create table sessions (
    id text primary key,
    created_at bigint not null,
    used_at bigint not null,
    hash text not null unique,
    earlier_hash text,
    earlier_ends_at bigint,
    data text not null
  )`,
  'create index sessions_created_at on sessions (created_at)',
  'create index sessions_used_at on sessions (used_at)',
  'create index sessions_earlier_hash on sessions (earlier_hash)',
  `create table session_photos (
    session_id text primary key references sessions (id) on delete cascade,
    photo text not null
  )`,
  `create table one_time_codes (
    session_id text not null references sessions (id) on delete cascade,
    purpose text not null,
    phone_index text not null,
    send_id text not null,
    code_hash text not null,
    expires_at bigint not null,
    constraint one_time_codes_key primary key (session_id, purpose, phone_index)
  )`,
  'create index one_time_codes_expires on one_time_codes (expires_at)',
  `create table code_sends (
    id text primary key,
    sent_at bigint not null,
    verified_at bigint,
    uses text not null
  )`,
  'create index code_sends_sent on code_sends (sent_at)',
]

const limits = [
  `create table use_counts (
    rule text not null,
    key_index text not null,
    count integer not null,
    ends_at bigint not null,
    constraint use_counts_key primary key (rule, key_index)
  )`,
  'create index use_counts_ends on use_counts (ends_at)',
]

const records = [
  `create table records (
    id text primary key,
    kind text not null,
    reference text not null unique,
    created_at bigint not null,
    status text not null,
    assigned_to text not null,
    version integer not null,
    language text not null,
    personal text not null,
    email_index text not null,
    phone_index text not null,
    email_proven integer not null,
    email_claim text unique,
    phone_claim text unique,
    notice_version text,
    notice_language text,
    notice_sha256 text,
    suspect text,
    documents integer not null,
    superseded_by text not null,
    mandate_status text,
    sector text not null,
    changed_at bigint not null,
    last_contact_at bigint not null,
    link_number integer not null,
    reminders_off integer not null,
    interview_at bigint
  )`,
  // A list in the order of arrival or of the last change, by itself and behind each of its filters.
  'create index records_created on records (kind, created_at, id)',
  'create index records_status on records (kind, status, created_at, id)',
  'create index records_assigned on records (kind, assigned_to, created_at, id)',
  'create index records_assigned_status on records (kind, assigned_to, status, created_at, id)',
  'create index records_mandate on records (kind, mandate_status, created_at, id)',
  "create index records_sector on records (sector, created_at, id) where sector <> ''",
  "create index records_sector_status on records (sector, status, created_at, id) where sector <> ''",
  'create index records_last_contact on records (kind, last_contact_at, id)',
  'create index records_changed on records (kind, changed_at, id)',
  'create index records_status_changed on records (kind, status, changed_at, id)',
  'create index records_assigned_changed on records (kind, assigned_to, changed_at, id)',
  'create index records_interview on records (interview_at) where interview_at is not null',
  'create index records_email on records (email_index)',
  'create index records_phone on records (phone_index)',
  "create index records_superseded on records (superseded_by) where superseded_by <> ''",
]

const links = [
  `create table record_links (
    hash text primary key,
    record_id text not null references records (id) on delete cascade
  )`,
  'create index record_links_record on record_links (record_id)',
]

const vacancies = [
  `create table vacancies (
    id text primary key,
    reference text not null unique,
    created_at bigint not null,
    state text not null,
    closed_as text not null,
    closed_at bigint,
    posted_on text not null,
    open_until text not null,
    version integer not null,
    revision bigint not null,
    changed_at bigint not null,
    placed integer not null,
    content text not null,
    agreed_by text not null,
    enquiry_id text
  )`,
  'create index vacancies_created on vacancies (created_at, id)',
  'create index vacancies_state on vacancies (state, created_at, id)',
  'create index vacancies_open_until on vacancies (state, open_until)',
  'create index vacancies_revision on vacancies (revision)',
  'create index vacancies_enquiry on vacancies (enquiry_id) where enquiry_id is not null',
  // One counter of all changes of vacancies: every process notices by it that something changed.
  `create table vacancy_revisions (
    id text primary key,
    revision bigint not null
  )`,
  `create table vacancy_candidates (
    id text primary key,
    vacancy_id text not null references vacancies (id) on delete cascade,
    application_id text not null references records (id) on delete cascade,
    stage text not null,
    reason text not null,
    version integer not null,
    created_at bigint not null,
    changed_at bigint not null,
    constraint vacancy_candidates_once unique (vacancy_id, application_id)
  )`,
  'create index vacancy_candidates_stage on vacancy_candidates (vacancy_id, stage, created_at, id)',
  'create index vacancy_candidates_application on vacancy_candidates (application_id)',
]

const reminders = [
  `create table document_requests (
    id text primary key,
    record_id text not null references records (id) on delete cascade,
    asked_at bigint not null,
    met_at bigint
  )`,
  'create index document_requests_record on document_requests (record_id)',
  'create index document_requests_open on document_requests (asked_at) where met_at is null',
  `create table reminders (
    record_id text not null references records (id) on delete cascade,
    subject text not null,
    subject_id text not null,
    number integer not null,
    sent_at bigint not null,
    constraint reminders_key primary key (record_id, subject, subject_id, number)
  )`,
]

const pausedRegistrations = [
  `create table paused_registrations (
    id text primary key,
    created_at bigint not null,
    ends_at bigint not null,
    hash text not null unique,
    phone_index text not null unique,
    language text not null,
    data text not null
  )`,
  'create index paused_registrations_ends on paused_registrations (ends_at)',
]

const applications = [
  `create table application_files (
    id text primary key,
    application_id text not null references records (id) on delete cascade,
    field text not null,
    name text not null,
    kind text not null,
    size bigint not null,
    scan text not null,
    marks text not null,
    content text not null
  )`,
  'create index application_files_application on application_files (application_id)',
  `create table pending_files (
    id text primary key,
    created_at bigint not null
  )`,
  `create table application_links (
    id text primary key,
    created_at bigint not null,
    email text not null,
    email_index text not null unique,
    hash text not null unique,
    mailed_at bigint not null,
    used_at bigint,
    language text not null
  )`,
]

const executives = [
  `create table executives (
    id text primary key references records (id) on delete cascade,
    aadhaar_index text not null unique,
    photo_file text not null,
    mandate_id text not null unique
  )`,
  `create table consents (
    id text primary key,
    executive_id text not null references executives (id) on delete cascade,
    purpose text not null,
    version text not null,
    given_at bigint not null,
    verified_at bigint not null,
    notice_version text,
    language text not null,
    words_sha256 text not null,
    notice_sha256 text
  )`,
  'create index consents_executive on consents (executive_id)',
]

const mandates = [
  `create table mandates (
    id text primary key,
    created_at bigint not null,
    transaction_id text not null unique,
    consumer_id text not null,
    attempt_number integer not null,
    session_id text not null,
    holder_index text,
    phone text not null,
    retry_of text,
    executive_id text references executives (id) on delete set null,
    status text not null,
    account_name text not null,
    account_no text not null,
    ifsc_code text not null,
    max_amount text not null,
    debit_start text not null,
    debit_end text not null,
    asked_on text not null,
    response_code text not null default '',
    response_message text not null default '',
    gateway_id text not null default '',
    reg_no text not null default '',
    umrn text not null default '',
    poll_at bigint,
    polls integer not null default 0,
    failure_notified_at bigint,
    staff_notified_at bigint,
    ended_at bigint,
    wiped_at bigint,
    language text not null
  )`,
  'create index mandates_created_at on mandates (created_at)',
  'create index mandates_status on mandates (status)',
  'create index mandates_session_id on mandates (session_id)',
  'create index mandates_executive_id on mandates (executive_id)',
  'create index mandates_poll_at on mandates (poll_at)',
  'create index mandates_holder_index on mandates (holder_index)',
  'create index mandates_retry_of on mandates (retry_of)',
  // Of two attempts that are begun at the same moment for one owner, one is refused by these.
  'create unique index mandates_holder_index_attempt on mandates (holder_index, attempt_number)',
  'create unique index mandates_retry_of_attempt on mandates (retry_of, attempt_number)',
  'create index mandates_unclaimed on mandates (status, created_at) where executive_id is null',
  // The daily digest names the few of whose failure people were notified.
  `create index mandates_failure_notified_at on mandates (failure_notified_at)
   where failure_notified_at is not null`,
  `create table mandate_events (
    id text primary key,
    mandate_id text not null references mandates (id) on delete cascade,
    at bigint not null,
    source text not null,
    status text not null,
    digest text not null,
    answer text not null,
    constraint mandate_events_once unique (mandate_id, source, digest)
  )`,
  'create index mandate_events_at on mandate_events (at)',
]

const agreements = [
  `create table agreements (
    id text primary key,
    executive_id text not null references executives (id) on delete cascade,
    number integer not null,
    kind text not null,
    reference text not null unique,
    address text not null unique,
    created_at bigint not null,
    mandate_id text,
    facts text,
    form_file text,
    form_sha256 text,
    text_sha256 text,
    accepted_at bigint,
    acceptance text,
    signed_file text,
    signed_sha256 text,
    constraint agreements_number unique (executive_id, number)
  )`,
  `create index agreements_waiting on agreements (accepted_at)
   where accepted_at is not null and signed_file is null`,
]

const staff = [
  `create table staff (
    id text primary key,
    created_at bigint not null,
    user_handle text not null unique,
    name text not null,
    email text not null,
    email_index text not null unique,
    role text not null,
    disabled_at bigint
  )`,
  `create table staff_passkeys (
    id text primary key,
    staff_id text not null references staff (id) on delete cascade,
    created_at bigint not null,
    used_at bigint,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    device_type text not null,
    backed_up integer not null,
    transports text not null,
    name text not null,
    link_by text
  )`,
  'create index staff_passkeys_staff on staff_passkeys (staff_id)',
  `create table staff_invitations (
    hash text primary key,
    staff_id text not null references staff (id) on delete cascade,
    created_at bigint not null,
    made_by text
  )`,
  'create index staff_invitations_staff on staff_invitations (staff_id)',
  `create table staff_challenges (
    hash text primary key,
    kind text not null,
    challenge text not null,
    staff_id text references staff (id) on delete cascade,
    invitation text,
    created_at bigint not null
  )`,
  'create index staff_challenges_created on staff_challenges (created_at)',
  // The reference to the passkey lets no session begin by one that was just removed.
  `create table staff_sessions (
    id text primary key,
    staff_id text not null references staff (id) on delete cascade,
    passkey_id text references staff_passkeys (id) on delete cascade,
    hash text not null unique,
    created_at bigint not null,
    used_at bigint not null,
    stepped_up_at bigint,
    earlier_hash text,
    earlier_ends_at bigint,
    browser text not null
  )`,
  'create index staff_sessions_staff_id on staff_sessions (staff_id)',
  'create index staff_sessions_earlier_hash on staff_sessions (earlier_hash)',
]

const desk = [
  `create table record_events (
    id text primary key,
    record_kind text not null,
    record_id text not null,
    at bigint not null,
    staff_id text,
    kind text not null,
    detail text not null
  )`,
  'create index record_events_record on record_events (record_id, at)',
  `create table staff_views (
    id text primary key,
    staff_id text not null,
    created_at bigint not null,
    kind text not null,
    name text not null,
    query text not null
  )`,
  'create index staff_views_staff on staff_views (staff_id, kind)',
  `create table funnel_counts (
    day text not null,
    step text not null,
    count integer not null,
    constraint funnel_counts_key primary key (day, step)
  )`,
]

const searchTokens = `create table search_tokens (
    label integer not null,
    token integer not null,
    created_at bigint not null,
    record_id text not null,
    constraint search_tokens_key primary key (label, token, created_at, record_id)
  )`

const indexesOfSearch = ['create index search_tokens_record on search_tokens (record_id)']

const webhooks = [
  `create table webhook_endpoints (
    id text primary key,
    created_at bigint not null,
    url text not null,
    events text not null,
    secret text not null,
    previous_secret text,
    rotated_at bigint,
    disabled_at bigint,
    disabled_by text
  )`,
  `create table webhook_deliveries (
    id text primary key,
    created_at bigint not null,
    endpoint_id text not null,
    type text not null,
    kind text not null,
    record_id text not null,
    status text not null,
    state text not null,
    round integer not null,
    attempts integer not null,
    attempted_at bigint,
    outcome text,
    vacancy text
  )`,
  'create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at, id)',
  'create index webhook_deliveries_record on webhook_deliveries (record_id)',
]

function auditLog(seq: string): string {
  return `create table audit_log (
    seq ${seq},
    at bigint not null,
    action text not null,
    actor text not null,
    reference text,
    detail text not null
  )`
}

const seqOnSqlite = 'integer primary key autoincrement'
const seqOnPostgres = 'bigint generated by default as identity primary key'

const audit = [
  'create index audit_log_at on audit_log (at)',
  `create index audit_log_reference on audit_log (reference) where reference is not null`,
  `create index audit_log_backups on audit_log (at) where action = 'backup'`,
  `create table audit_pruned (
    id text primary key,
    seq bigint not null
  )`,
  `create table erasures (
    id text primary key,
    at bigint not null,
    identities text not null,
    row_ids text not null,
    counts text not null
  )`,
  'create index erasures_at on erasures (at)',
]

// What was noted as pruned may go, nothing else; the words are the same on both engines.
const refusal = 'audit_log is append-only'

const guardOnSqlite = [
  `create trigger audit_log_no_update before update on audit_log begin select raise(abort, '${refusal}'); end`,
  `create trigger audit_log_no_delete before delete on audit_log
   when old.seq > coalesce((select seq from audit_pruned), 0)
   begin select raise(abort, '${refusal}'); end`,
]

const guardOnPostgres = [
  `create function audit_log_refuse() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' and old.seq <= coalesce((select seq from audit_pruned), 0) then
       return old;
     end if;
     raise exception '${refusal}';
   end $$`,
  `create trigger audit_log_append_only before update or delete on audit_log
   for each row execute function audit_log_refuse()`,
  `create trigger audit_log_no_truncate before truncate on audit_log
   for each statement execute function audit_log_refuse()`,
]

const sandbox = [
  `create table sandbox_entries (
    kind text not null,
    key_index text not null,
    about_index text not null,
    entry text not null,
    version bigint not null,
    created_at bigint not null,
    expires_at bigint not null,
    constraint sandbox_entries_key primary key (kind, key_index)
  )`,
  'create index sandbox_entries_created on sandbox_entries (kind, created_at)',
  'create index sandbox_entries_about on sandbox_entries (kind, about_index, created_at)',
  'create index sandbox_entries_expires on sandbox_entries (expires_at)',
]
