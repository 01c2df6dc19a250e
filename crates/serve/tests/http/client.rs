//! A server on a thread of its own, and a client that writes bytes and reads an answer.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hindsight_games::games;
use hindsight_serve::{Limits, Options, Server};
use serde_json::Value;
use socket2::{Domain, Socket, Type};
use tokio::sync::oneshot;

/// No answer may take longer. Tests share the machine with whatever else runs on it.
const PATIENCE: Duration = Duration::from_secs(120);
/// What a solve may take with assertions on a busy machine.
const SOLVE_PATIENCE: Duration = Duration::from_secs(1_200);

/// A running server, stopped when dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn new(data: &Path) -> Running {
        Running::with(data, Limits::default())
    }

    pub fn with(data: &Path, limits: Limits) -> Running {
        Running::start(Options { makes_games: true, limits, ..Running::options(data) })
    }

    /// The usual options, on a free port.
    pub fn options(data: &Path) -> Options {
        Options::new(([127, 0, 0, 1], 0).into(), data.to_owned())
    }

    pub fn start(options: Options) -> Running {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(options, games()).await.unwrap();
                tell.send(server.address()).unwrap();
                let stopped = async { stopped.await.unwrap_or(()) };
                server.run(stopped).await;
            });
        });
        Running { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// Asks for an address, as it is to stand on the request line.
    pub fn get(&self, target: &str) -> Answer {
        self.get_with(target, "")
    }

    /// The same with more lines in the head, each with its line break.
    pub fn get_with(&self, target: &str, head: &str) -> Answer {
        self.ask("GET", target, head, b"")
    }

    /// Asks for an address by any method, with more lines in the head and a body.
    pub fn ask(&self, method: &str, target: &str, head: &str, body: &[u8]) -> Answer {
        let host = self.address;
        let mut request = format!(
            "{method} {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{head}\r\n"
        )
        .into_bytes();
        request.extend_from_slice(body);
        // As a browser does: its side of the connection stays open until the answer is there.
        self.exchange(&request, |_| {}).expect("an answer")
    }

    /// Asks by POST.
    pub fn post(&self, target: &str, body: &[u8]) -> Answer {
        self.ask("POST", target, &format!("content-length: {}\r\n", body.len()), body)
    }

    /// All games with their variants.
    pub fn games(&self) -> Vec<Value> {
        let answer = self.wait_for("/api/v1/games").json();
        answer["games"].as_array().unwrap().clone()
    }

    /// A connection from an address of this machine's loopback network.
    pub fn connect_from(&self, from: [u8; 4]) -> TcpStream {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.bind(&SocketAddr::from((Ipv4Addr::from(from), 0)).into()).unwrap();
        socket.connect(&self.address.into()).unwrap();
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes, says that there are no more, and reads what comes until the connection ends;
    /// `None` for nothing.
    pub fn send(&self, request: &[u8]) -> Option<Answer> {
        self.exchange(request, |stream| {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        })
    }

    fn exchange(&self, request: &[u8], then: impl FnOnce(&TcpStream)) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request);
        then(&stream);
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("no answer to {:?}: {error}", String::from_utf8_lossy(request)),
        }
        Answer::parse(&bytes)
    }

    /// Asks until the answer is no longer 202, nor 503 since the machine is busy.
    pub fn wait_for(&self, target: &str) -> Answer {
        let begin = Instant::now();
        loop {
            let answer = self.get(target);
            if ![202, 503].contains(&answer.status) {
                return answer;
            }
            assert!(begin.elapsed() < SOLVE_PATIENCE, "still working: {target}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().expect("the server ends in order");
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1)?.parse().unwrap();
        Some(Answer { status, head, body: bytes[end + 4..].to_vec() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A text as it stands in an address.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
