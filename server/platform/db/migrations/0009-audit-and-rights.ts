import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await makeAuditLog(db)
  await (db.getExecutor().adapter instanceof PostgresAdapter ? guardOnPostgres(db) : guardOnSqlite(db))
  await db.schema
    .createTable('erasures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('identities', 'text', (column) => column.notNull())
    .addColumn('row_ids', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('erasures_at').on('erasures').column('at').execute()
  await db.schema.createIndex('mandate_events_at').on('mandate_events').column('at').execute()
  await db.schema.alterTable('mandates').addColumn('wiped_at', 'bigint').execute()
}

async function makeAuditLog(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('seq', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute()
  await db.schema
    .createTable('audit_ends')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_hash', 'text', (column) => column.notNull())
    .addColumn('pruned_seq', 'bigint', (column) => column.notNull())
    .addColumn('pruned_hash', 'text', (column) => column.notNull())
    .execute()
}

// What the books say is pruned may go, nothing else; the words are the same on both engines.
const refusal = 'audit_log is append-only'

async function guardOnSqlite(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create trigger audit_log_no_update before update on audit_log begin select raise(abort, '${refusal}'); end`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger audit_log_no_delete before delete on audit_log
       when old.seq > coalesce((select pruned_seq from audit_ends), 0)
       begin select raise(abort, '${refusal}'); end`,
    )
    .execute(db)
}

async function guardOnPostgres(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create function audit_log_refuse() returns trigger language plpgsql as $$
       begin
         if tg_op = 'DELETE' and old.seq <= coalesce((select pruned_seq from audit_ends), 0) then
           return old;
         end if;
         raise exception '${refusal}';
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger audit_log_append_only before update or delete on audit_log
       for each row execute function audit_log_refuse()`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger audit_log_no_truncate before truncate on audit_log
       for each statement execute function audit_log_refuse()`,
    )
    .execute(db)
}
