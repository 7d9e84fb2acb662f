// Follows document.processed and document.removed, keeps the events in a file and the list of documents in memory: java -cp 'kafka-clients.jar:slf4j-api.jar' Subscribe.java
// KAFKA_BROKERS (host:port,…), KAFKA_PREFIX where the installation has one, GROUP, MIRROR (the file).
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

public class Subscribe {
  static String setting(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  /** With a schema registry a value begins with a zero byte and the schema's id. */
  static String jsonOf(byte[] value) {
    int from = value[0] == 0 ? 5 : 0;
    return new String(value, from, value.length - from, StandardCharsets.UTF_8);
  }

  /** What is held of a document; a removal comes after every attempt of its generation. */
  record Held(long generation, long attempt, String status) {
    boolean isOlderThan(Held other) {
      return generation != other.generation ? generation < other.generation : attempt < other.attempt;
    }
  }

  /** A number or word of the event itself; its first place, because `metadata` comes behind it. A real one has a reader of JSON for that. */
  static String field(String json, String name, String otherwise) {
    Matcher found = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(json);
    return found.find() ? found.group(1) : otherwise;
  }

  static Held heldOf(String json) {
    boolean removed = field(json, "event", "").equals("document.removed");
    // Records of before there were generations have none, and no attempt.
    long attempt = removed ? Long.MAX_VALUE : Long.parseLong(field(json, "attempt", "0"));
    return new Held(Long.parseLong(field(json, "generation", "0")), attempt, removed ? "removed" : field(json, "status", "completed"));
  }

  /** The mirror, folded from its events. Two topics have no order between them: what is older than what is held changes nothing. */
  static class Mirror {
    final Set<String> seen = new HashSet<>();
    final Map<String, Held> documents = new HashMap<>();

    String take(String id, String json) {
      if (!seen.add(id)) return "repeat";
      Held event = heldOf(json);
      Held held = documents.get(field(json, "document_id", ""));
      if (held != null && event.isOlderThan(held)) return "older";
      documents.put(field(json, "document_id", ""), event);
      return "new";
    }
  }

  /** One line an event, its id before its JSON. A line that a death cut off has no end and counts as not seen. */
  static Mirror mirrorOf(Path file) throws IOException {
    Mirror mirror = new Mirror();
    if (!Files.exists(file)) return mirror;
    String text = Files.readString(file);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    if (whole.length() < text.length()) Files.writeString(file, whole);
    whole.lines().forEach(line -> mirror.take(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1)));
    return mirror;
  }

  public static void main(String[] args) throws Exception {
    Path path = Path.of(setting("MIRROR", "mirror.txt"));
    Mirror mirror = mirrorOf(path);
    String prefix = setting("KAFKA_PREFIX", "");
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", setting("KAFKA_BROKERS", "127.0.0.1:9092"),
            "group.id", setting("GROUP", "mirror-java"),
            "auto.offset.reset", "earliest",
            // Offsets are committed when their records are done: what was under way at a death comes again.
            "enable.auto.commit", false);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      Runtime.getRuntime().addShutdownHook(new Thread(consumer::wakeup));
      consumer.subscribe(List.of(prefix + "document.processed", prefix + "document.removed"));
      while (true) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          Header id = record.headers().lastHeader("ce_id");
          if (id == null || record.value() == null) {
            System.err.println("left out: a record without ce_id or value");
            continue;
          }
          String event = new String(id.value(), StandardCharsets.UTF_8);
          String json = jsonOf(record.value());
          String done = mirror.take(event, json);
          if (!done.equals("repeat")) {
            file.write(ByteBuffer.wrap((event + " " + json + "\n").getBytes(StandardCharsets.UTF_8)));
            file.force(false);
          }
          System.out.println(done + " " + record.key() + " " + heldOf(json).status());
        }
        consumer.commitSync();
      }
    } catch (WakeupException stopped) {
      // SIGTERM
    }
  }
}
