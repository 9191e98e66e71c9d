"""psycopg 3: what its own tests ask of a server, pipelines, binary COPY and server-side cursors above all."""

import asyncio
import datetime
import decimal
import os
import sys
import threading
import uuid

import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

URL = os.environ["DATABASE_URL"] + os.environ.get("SUITE_URL_OPTIONS", "")
# How many clients are connected at a time where a test wants many: in session mode each takes a place of the pool.
CLIENTS = int(os.environ["SUITE_CLIENTS"])
TESTS = []


def test(function):
    TESTS.append((function.__doc__, function))
    return function


def session_test(function):
    TESTS.append((f"[session] {function.__doc__}", function))
    return function


def connect(**more):
    return psycopg.connect(URL, **more)


class Table:
    """A table of its own, because suites of other drivers run on the same database."""

    def __init__(self, columns):
        self.name = sql.Identifier(f"t_{uuid.uuid4().hex}")
        self.columns = columns

    def __enter__(self):
        with connect(autocommit=True) as connection:
            connection.execute(sql.SQL("create table {} (" + self.columns + ")").format(self.name))
        return self

    def __exit__(self, *_):
        with connect(autocommit=True) as connection:
            connection.execute(sql.SQL("drop table {}").format(self.name))

    def sql(self, text):
        return sql.SQL(text).format(self.name)


def equal(actual, expected):
    assert actual == expected, f"expected {expected!r:.200}, got {actual!r:.200}"


def fails(error, work):
    try:
        result = work()
    except error as failure:
        return failure
    raise AssertionError(f"expected {error}, got {result!r:.100}")


VALUES = [
    1, 2**40, 1.5, "é'\\", b"\x00\xff", True, None, decimal.Decimal("1.10"), uuid.UUID(int=7),
    datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc), datetime.date(2026, 1, 1),
    datetime.timedelta(hours=1), [1, 2, None],
]


@test
def values_text():
    """values of every common type come back as they were, as text"""
    with connect() as connection:
        for value in VALUES:
            equal(connection.execute("select %s", [value]).fetchone()[0], value)


@test
def values_binary():
    """values of every common type come back as they were, in binary"""
    with connect() as connection:
        with connection.cursor(binary=True) as cursor:
            for value in VALUES:
                if value is None:
                    continue
                equal(cursor.execute("select %b", [value]).fetchone()[0], value)


@test
def json():
    """JSON comes back as it was"""
    with connect() as connection:
        equal(connection.execute("select %s::jsonb", [Jsonb({"a": [1, None]})]).fetchone()[0], {"a": [1, None]})


@test
def pipeline_order():
    """a pipeline answers each of a thousand statements with its own result"""
    with connect() as connection, connection.pipeline():
        cursors = [connection.execute("select %s::int4", [n]) for n in range(1000)]
        equal([cursor.fetchone()[0] for cursor in cursors], list(range(1000)))


@test
def pipeline_insert():
    """inserts of a pipeline are all stored when it ends"""
    with Table("n int primary key") as table:
        with connect() as connection, connection.pipeline():
            for n in range(500):
                connection.execute(table.sql("insert into {} values (%s)"), [n])
        with connect() as connection:
            equal(connection.execute(table.sql("select count(*) from {}")).fetchone()[0], 500)


@test
def pipeline_error():
    """an error in a pipeline aborts what was sent with it and leaves the connection usable"""
    with connect(autocommit=True) as connection:
        def work():
            with connection.pipeline():
                connection.execute("select 1")
                connection.execute("select 1 / 0")
                connection.execute("select 2").fetchone()
        fails(psycopg.Error, work)
        equal(connection.execute("select 3").fetchone()[0], 3)


@test
def pipeline_sync():
    """statements before a synchronization point are kept when one after it fails"""
    with Table("n int") as table:
        with connect(autocommit=True) as connection:
            def work():
                with connection.pipeline() as pipeline:
                    connection.execute(table.sql("insert into {} values (1)"))
                    pipeline.sync()
                    connection.execute("select 1 / 0")
                    connection.execute(table.sql("insert into {} values (2)"))
            fails(psycopg.Error, work)
            equal(connection.execute(table.sql("select n from {}")).fetchall(), [(1,)])


@test
def pipeline_many_clients():
    """many clients with pipelines of twenty inserts store every row once"""
    with Table("client int, n int, primary key (client, n)") as table:
        problems = []

        def insert(client):
            try:
                with connect() as connection, connection.pipeline():
                    cursors = [
                        connection.execute(table.sql("insert into {} values (%s, %s) returning client, n"), [client, n])
                        for n in range(20)
                    ]
                    equal([cursor.fetchone() for cursor in cursors], [(client, n) for n in range(20)])
            except Exception as problem:  # told by the test, not by the thread
                problems.append(problem)

        threads = [threading.Thread(target=insert, args=[client]) for client in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        equal(problems, [])
        with connect() as connection:
            equal(connection.execute(table.sql("select count(*) from {}")).fetchone()[0], CLIENTS * 20)


@test
def executemany_returning():
    """executemany returns the rows of each execution"""
    with Table("n int") as table, connect() as connection, connection.cursor() as cursor:
        cursor.executemany(table.sql("insert into {} values (%s) returning n"), [[1], [2], [3]], returning=True)
        rows = [cursor.fetchone()]
        while cursor.nextset():
            rows.append(cursor.fetchone())
        equal(rows, [(1,), (2,), (3,)])


@test
def copy_binary():
    """binary COPY in and out keeps every value"""
    rows = [(n, f"line {n}", datetime.date(2026, 1, 1)) for n in range(5000)]
    with Table("n int4, t text, d date") as table, connect() as connection:
        with connection.cursor() as cursor:
            with cursor.copy(table.sql("copy {} from stdin (format binary)")) as copy:
                copy.set_types(["int4", "text", "date"])
                for row in rows:
                    copy.write_row(row)
            with cursor.copy(table.sql("copy (select * from {} order by n) to stdout (format binary)")) as copy:
                copy.set_types(["int4", "text", "date"])
                equal(list(copy.rows()), rows)


@test
def copy_abandoned():
    """a COPY left by an exception stores nothing and leaves the connection usable"""
    with Table("n int") as table, connect(autocommit=True) as connection:
        def work():
            with connection.cursor() as cursor, cursor.copy(table.sql("copy {} from stdin")) as copy:
                copy.write_row([1])
                raise ValueError("given up")
        fails((ValueError, psycopg.errors.QueryCanceled), work)
        equal(connection.execute(table.sql("select count(*) from {}")).fetchone()[0], 0)


@test
def server_cursor():
    """a server-side cursor reads in parts, scrolls and closes"""
    with connect() as connection:
        with connection.cursor("named", scrollable=True) as cursor:
            cursor.execute("select generate_series(1, 1000)")
            equal(len(cursor.fetchmany(100)), 100)
            cursor.scroll(-50)
            equal(cursor.fetchone()[0], 51)
            cursor.itersize = 37
            equal(sum(1 for _ in cursor), 949)


@test
def two_server_cursors():
    """two server-side cursors of one transaction read side by side"""
    with connect() as connection, connection.cursor("one") as one, connection.cursor("two") as two:
        one.execute("select generate_series(1, 50)")
        two.execute("select generate_series(101, 150)")
        equal([(a[0], b[0]) for a, b in zip(one, two)], [(n, n + 100) for n in range(1, 51)])


@test
def stream():
    """rows are streamed one by one"""
    with connect() as connection, connection.cursor() as cursor:
        equal([row[0] for row in cursor.stream("select generate_series(1, 1000)")], list(range(1, 1001)))


@test
def prepared():
    """a statement that is prepared after five executions keeps its answers"""
    with connect(autocommit=True) as connection:
        for n in range(30):
            equal(connection.execute("select %s::int4 + 1", [n]).fetchone()[0], n + 1)
        for n in range(200):  # more statements than are kept prepared
            equal(connection.execute(f"select %s::int4 + {n}", [1], prepare=True).fetchone()[0], n + 1)


@test
def transactions():
    """nested transactions commit and roll back"""
    with Table("n int") as table, connect() as connection:
        with connection.transaction():
            connection.execute(table.sql("insert into {} values (1)"))
            def work():
                with connection.transaction():
                    connection.execute(table.sql("insert into {} values (2)"))
                    raise ValueError("no")
            fails(ValueError, work)
        equal(connection.execute(table.sql("select n from {}")).fetchall(), [(1,)])


@test
def cancel():
    """cancel() ends the running query"""
    with connect(autocommit=True) as connection, connect(autocommit=True) as other:
        def when_running():
            while not other.execute(
                "select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(25)'"
            ).fetchone():
                pass
            connection.cancel()
        thread = threading.Thread(target=when_running)
        thread.start()
        fails(psycopg.errors.QueryCanceled, lambda: connection.execute("select pg_sleep(25)"))
        thread.join()
        equal(connection.execute("select 1").fetchone()[0], 1)


@test
def errors():
    """errors carry their code, and a failed transaction says so"""
    with connect() as connection:
        equal(fails(psycopg.Error, lambda: connection.execute("select 1 / 0")).sqlstate, "22012")
        equal(fails(psycopg.Error, lambda: connection.execute("select 1")).sqlstate, "25P02")
        connection.rollback()
        equal(connection.execute("select 1").fetchone()[0], 1)


@test
def asynchronous():
    """many asynchronous connections work side by side"""
    async def one(n):
        async with await psycopg.AsyncConnection.connect(URL) as connection:
            cursor = await connection.execute("select %s::int4", [n])
            return (await cursor.fetchone())[0]

    async def all_of_them():
        return await asyncio.gather(*(one(n) for n in range(CLIENTS)))

    equal(asyncio.run(all_of_them()), list(range(CLIENTS)))


@test
def rows():
    """rows become dictionaries"""
    with connect(row_factory=dict_row) as connection:
        equal(connection.execute("select 1 as one").fetchall(), [{"one": 1}])


@test
def leave_in_transaction():
    """what an abandoned transaction wrote is not stored"""
    with Table("n int") as table:
        connection = connect()
        connection.execute(table.sql("insert into {} values (1)"))
        connection.close()
        with connect() as other:
            equal(other.execute(table.sql("select count(*) from {}")).fetchone()[0], 0)


@test
def large():
    """eight megabytes go both ways unchanged"""
    data = os.urandom(8_000_000)
    with connect() as connection:
        equal(connection.execute("select %b::bytea", [data]).fetchone()[0] == data, True)


@session_test
def notifies():
    """notifications arrive at the listening connection"""
    with connect(autocommit=True) as listening, connect(autocommit=True) as telling:
        listening.execute("listen psycopg_channel")
        telling.execute("notify psycopg_channel, 'hello'")
        for notify in listening.notifies():
            equal(notify.payload, "hello")
            break


@session_test
def backend_pid():
    """the process id reported at the start is that of the backend"""
    with connect() as connection:
        equal(connection.execute("select pg_backend_pid()").fetchone()[0], connection.info.backend_pid)


@session_test
def holdable_cursor():
    """a cursor with hold outlives its transaction"""
    with connect() as connection:
        with connection.cursor("held", withhold=True) as cursor:
            cursor.execute("select generate_series(1, 10)")
            connection.commit()
            equal(len(cursor.fetchall()), 10)


@session_test
def settings():
    """settings hold for the connection"""
    with connect(autocommit=True) as connection:
        connection.execute("set my.setting to 'mine'")
        equal(connection.execute("show my.setting").fetchone()[0], "mine")


for name, body in TESTS:
    if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
        continue
    try:
        body()
        print(f"ok - {name}", flush=True)
    except Exception as problem:
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        print(f"not ok - {name} # {reason[:300]}", flush=True)
