/** Sums of what the change list and the kept answers take up: both are bounded beside the storage of an account. */
export default `
  CREATE TRIGGER change_added AFTER INSERT ON change BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + (128 + octet_length(new.summary) + octet_length(new.page) + octet_length(new.touched)) WHERE kind = 5;
  END;
  CREATE TRIGGER change_emptied AFTER UPDATE OF touched ON change BEGIN
    UPDATE storage SET bytes = bytes + octet_length(new.touched) - octet_length(old.touched) WHERE kind = 5;
  END;
  CREATE TRIGGER change_dropped AFTER DELETE ON change BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - (128 + octet_length(old.summary) + octet_length(old.page) + octet_length(old.touched)) WHERE kind = 5;
  END;
  CREATE TRIGGER kept_added AFTER INSERT ON kept BEGIN
    UPDATE storage SET count = count + 1, bytes = bytes + (128 + octet_length(new.request) + octet_length(new.answer)) WHERE kind = 6;
  END;
  CREATE TRIGGER kept_dropped AFTER DELETE ON kept BEGIN
    UPDATE storage SET count = count - 1, bytes = bytes - (128 + octet_length(old.request) + octet_length(old.answer)) WHERE kind = 6;
  END;
  INSERT INTO storage SELECT 5, count(*), coalesce(sum((128 + octet_length(summary) + octet_length(page) + octet_length(touched))), 0) FROM change;
  INSERT INTO storage SELECT 6, count(*), coalesce(sum((128 + octet_length(request) + octet_length(answer))), 0) FROM kept;
`
