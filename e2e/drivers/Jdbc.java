import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.postgresql.PGConnection;

/** The JDBC driver: prepared statements at the server, batches, fetch sizes, COPY, large objects, time limits. */
public class Jdbc {
  interface Body {
    void run() throws Exception;
  }

  /** The number of concurrent connections of some tests; in session mode each takes a slot of the pool. */
  static int clients = Integer.parseInt(System.getenv("SUITE_CLIENTS"));
  static String url = System.getenv("JDBC_URL");

  static Connection connect(String... more) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", System.getenv("PGUSER"));
    properties.setProperty("password", System.getenv("PGPASSWORD"));
    for (int i = 0; i < more.length; i += 2) properties.setProperty(more[i], more[i + 1]);
    return DriverManager.getConnection(url, properties);
  }

  static void equal(Object actual, Object expected) {
    if (!String.valueOf(actual).equals(String.valueOf(expected)))
      throw new AssertionError("expected " + expected + ", got " + actual);
  }

  static Object first(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getObject(1);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String failure(Body body) throws Exception {
    try {
      body.run();
    } catch (SQLException refused) {
      return refused.getSQLState();
    }
    throw new AssertionError("expected a failure");
  }

  interface WithTable {
    void run(Connection connection, String table) throws Exception;
  }

  static void withTable(String columns, WithTable body, String... more) throws Exception {
    String table = "t_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection admin = connect()) {
      execute(admin, "create table " + table + " (" + columns + ")");
      try (Connection connection = connect(more)) {
        body.run(connection, table);
      } finally {
        execute(admin, "drop table " + table);
      }
    }
  }

  static String[] wanted;

  static void test(String name, Body body) {
    if (wanted.length > 0 && Arrays.stream(wanted).noneMatch(name::contains)) return;
    try {
      body.run();
      System.out.println("ok - " + name);
    } catch (Throwable problem) {
      System.out.println("not ok - " + name + " # " + String.valueOf(problem).replace('\n', ' '));
    }
  }

  public static void main(String[] args) {
    wanted = args;
    for (String threshold : new String[] {"0", "1", "5"})
      test("prepared statements keep their answers with prepareThreshold=" + threshold, () -> {
        try (Connection connection = connect("prepareThreshold", threshold)) {
          for (int text = 0; text < 20; text++)
            try (PreparedStatement statement = connection.prepareStatement("select ?::int + " + text)) {
              for (int n = 0; n < 10; n++) {
                statement.setInt(1, n);
                ResultSet rows = statement.executeQuery();
                rows.next();
                equal(rows.getInt(1), n + text);
              }
            }
        }
      });
    for (String mode : new String[] {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
      test("values keep their value with preferQueryMode=" + mode, () -> {
        try (Connection connection = connect("preferQueryMode", mode);
            PreparedStatement statement = connection.prepareStatement("select ?::text, ?::numeric, ?::bool, ?::int8")) {
          for (int round = 0; round < 10; round++) {
            statement.setString(1, "é'\\");
            statement.setBigDecimal(2, new java.math.BigDecimal("1.10"));
            statement.setBoolean(3, true);
            statement.setLong(4, 9007199254740993L);
            ResultSet rows = statement.executeQuery();
            rows.next();
            equal(rows.getString(1) + rows.getBigDecimal(2) + rows.getBoolean(3) + rows.getLong(4),
                "é'\\1.10true9007199254740993");
          }
        }
      });
    for (String rewrite : new String[] {"false", "true"})
      test("a batch of a thousand inserts stores each once, reWriteBatchedInserts=" + rewrite, () ->
          withTable("n int primary key", (connection, table) -> {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement("insert into " + table + " values (?)")) {
              for (int n = 0; n < 1000; n++) {
                statement.setInt(1, n);
                statement.addBatch();
              }
              equal(statement.executeBatch().length, 1000);
            }
            connection.commit();
            equal(first(connection, "select count(*) from " + table), 1000);
          }, "reWriteBatchedInserts", rewrite));
    test("a batch that fails in its middle stores nothing in a transaction", () ->
        withTable("n int primary key", (connection, table) -> {
          connection.setAutoCommit(false);
          try (PreparedStatement statement = connection.prepareStatement("insert into " + table + " values (?)")) {
            for (int n : new int[] {1, 2, 1, 3}) {
              statement.setInt(1, n);
              statement.addBatch();
            }
            equal(failure(statement::executeBatch), "23505");
          }
          connection.rollback();
          equal(first(connection, "select count(*) from " + table), 0);
        }));
    test("generated keys are returned", () ->
        withTable("id serial, n int", (connection, table) -> {
          try (PreparedStatement statement =
              connection.prepareStatement("insert into " + table + " (n) values (5), (6)", Statement.RETURN_GENERATED_KEYS)) {
            statement.executeUpdate();
            ResultSet keys = statement.getGeneratedKeys();
            List<Integer> ids = new ArrayList<>();
            while (keys.next()) ids.add(keys.getInt(1));
            equal(ids, "[1, 2]");
          }
        }));
    test("a fetch size reads ten thousand rows in parts, two results side by side", () -> {
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        try (Statement one = connection.createStatement(); Statement two = connection.createStatement()) {
          one.setFetchSize(7);
          two.setFetchSize(11);
          ResultSet left = one.executeQuery("select n from generate_series(1, 10000) n");
          ResultSet right = two.executeQuery("select n from generate_series(1, 10000) n");
          for (int n = 1; n <= 10000; n++) {
            left.next();
            right.next();
            equal(left.getInt(1) + right.getInt(1), 2 * n);
          }
        }
        connection.commit();
      }
    });
    test("savepoints roll back a part of a transaction", () ->
        withTable("n int", (connection, table) -> {
          connection.setAutoCommit(false);
          execute(connection, "insert into " + table + " values (1)");
          var savepoint = connection.setSavepoint();
          equal(failure(() -> execute(connection, "select 1 / 0")), "22012");
          connection.rollback(savepoint);
          execute(connection, "insert into " + table + " values (2)");
          connection.commit();
          equal(first(connection, "select string_agg(n::text, ',' order by n) from " + table), "1,2");
        }));
    test("autosave=always keeps a transaction alive after an error", () -> {
      try (Connection connection = connect("autosave", "always")) {
        connection.setAutoCommit(false);
        equal(first(connection, "select 1"), 1);
        equal(failure(() -> first(connection, "select 1 / 0")), "22012");
        equal(first(connection, "select 2"), 2);
        connection.commit();
      }
    });
    test("COPY in and out keep every row", () ->
        withTable("n int, t text", (connection, table) -> {
          StringBuilder lines = new StringBuilder();
          for (int n = 0; n < 20000; n++) lines.append(n).append("\tline ").append(n).append('\n');
          var copies = connection.unwrap(PGConnection.class).getCopyAPI();
          equal(copies.copyIn("copy " + table + " from stdin", new StringReader(lines.toString())), 20000);
          StringWriter out = new StringWriter();
          copies.copyOut("copy (select * from " + table + " order by n) to stdout", out);
          equal(out.toString().equals(lines.toString()), true);
        }));
    test("a large object is written and read in one transaction", () -> {
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        var objects = connection.unwrap(PGConnection.class).getLargeObjectAPI();
        long oid = objects.createLO();
        var writing = objects.open(oid);
        byte[] data = new byte[100000];
        new java.util.Random(7).nextBytes(data);
        writing.write(data);
        writing.close();
        var reading = objects.open(oid);
        equal(Arrays.equals(reading.read(data.length), data), true);
        reading.close();
        connection.rollback();
      }
    });
    test("setQueryTimeout ends a long statement", () -> {
      try (Connection connection = connect(); Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(1);
        equal(failure(() -> statement.execute("select pg_sleep(20)")), "57014");
        equal(first(connection, "select 1"), 1);
      }
    });
    test("several statements in one text answer one result each", () -> {
      try (Connection connection = connect(); Statement statement = connection.createStatement()) {
        statement.execute("select 1; select 2");
        ResultSet one = statement.getResultSet();
        one.next();
        equal(one.getInt(1), 1);
        equal(statement.getMoreResults(), true);
        ResultSet two = statement.getResultSet();
        two.next();
        equal(two.getInt(1), 2);
      }
    });
    test("a table that changes under a prepared statement is planned again outside of transactions", () ->
        withTable("n int", (connection, table) -> {
          try (PreparedStatement statement = connection.prepareStatement("select * from " + table)) {
            for (int round = 0; round < 3; round++) statement.executeQuery().close();
            execute(connection, "alter table " + table + " add column m int");
            equal(statement.executeQuery().getMetaData().getColumnCount(), 2);
          }
        }, "prepareThreshold", "1"));
    test("many clients at once store every row once", () ->
        withTable("client int, n int, primary key (client, n)", (admin, table) -> {
          var threads = Executors.newFixedThreadPool(clients);
          List<Future<?>> done = new ArrayList<>();
          for (int client : IntStream.range(0, clients).toArray())
            done.add(threads.submit(() -> {
              try (Connection connection = connect("prepareThreshold", "1");
                  PreparedStatement statement = connection.prepareStatement("insert into " + table + " values (?, ?)")) {
                for (int n = 0; n < 20; n++) {
                  statement.setInt(1, client);
                  statement.setInt(2, n);
                  statement.executeUpdate();
                }
              }
              return null;
            }));
          // Without it the program would never end when one of them fails.
          threads.shutdown();
          for (Future<?> one : done) one.get();
          equal(first(admin, "select count(*) from " + table), clients * 20);
        }));
    test("the metadata of a table is read", () ->
        withTable("n int primary key, t text not null", (connection, table) -> {
          ResultSet columns = connection.getMetaData().getColumns(null, "public", table, null);
          List<String> names = new ArrayList<>();
          while (columns.next()) names.add(columns.getString("COLUMN_NAME"));
          equal(names, "[n, t]");
        }));
    test("a wrong password is 28P01", () ->
        equal(failure(() -> connect("password", "wrong")), "28P01"));
    test("isValid answers, and a closed connection is closed", () -> {
      Connection connection = connect();
      equal(connection.isValid(5), true);
      connection.close();
      equal(connection.isClosed(), true);
    });
    test("[session] notifications arrive", () -> {
      try (Connection listening = connect(); Connection telling = connect()) {
        execute(listening, "listen jdbc_channel");
        execute(telling, "notify jdbc_channel, 'hello'");
        var told = listening.unwrap(PGConnection.class).getNotifications(10000);
        equal(told[0].getParameter(), "hello");
      }
    });
    test("[session] settings and temporary tables last", () -> {
      try (Connection connection = connect()) {
        connection.setSchema("pg_catalog");
        equal(connection.getSchema(), "pg_catalog");
        execute(connection, "create temporary table mine as select 1 as n");
        equal(first(connection, "select n from mine"), 1);
      }
    });
    test("[session] the process id reported at the start is that of the backend", () -> {
      try (Connection connection = connect()) {
        equal(first(connection, "select pg_backend_pid()"), connection.unwrap(PGConnection.class).getBackendPID());
      }
    });
  }
}
